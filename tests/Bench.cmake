# SPDX-License-Identifier: MIT
# flock_bench takes the time of the flock. No time is asserted here: only that every scene runs, that all ways steer
# alike, and that threads, compilers and instruction sets give the same bits.
if(NOT UNIX)
	return() # POSIX clocks and threads
endif()

chipmunk_flock_program(flock_bench bench/flock_bench.c bench/bench_args.c bench/stage.c bench/marks.c bench/pool.c
	bench/timing.c bench/naive.c bench/check.c bench/state.c bench/options.c "${greeting}")
target_include_directories(flock_bench PRIVATE "${PROJECT_SOURCE_DIR}/demo")
target_link_libraries(flock_bench PRIVATE Threads::Threads)
if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
	target_compile_options(flock_bench PRIVATE -ffp-contract=off) # its own movement: the same bits, too
endif()
chipmunk_flock_program(test_bench_pool bench/test_pool.c bench/pool.c)
target_link_libraries(test_bench_pool PRIVATE Threads::Threads)
chipmunk_flock_add_test(bench_pool COMMAND test_bench_pool)

# ---- every scene, small

function(chipmunk_flock_bench_test name)
	chipmunk_flock_add_test(bench_${name} COMMAND flock_bench ${ARGN})
	set_tests_properties(bench_${name} PROPERTIES FAIL_REGULAR_EXPRESSION "\"steady_allocations\":[1-9]")
endfunction()

chipmunk_flock_bench_test(birds --bodies 300 --after 0,20 --steps 6 --warmup 4)
chipmunk_flock_bench_test(fish --scene fish --bodies 200 --obstacles 0,10 --after 0 --steps 6)
chipmunk_flock_bench_test(clump --scene clump --bodies 300 --steps 6)
chipmunk_flock_bench_test(mixed --scene mixed --bodies 300 --obstacles 20 --after 0 --steps 6)
chipmunk_flock_bench_test(detached --bodies 300 --after 0 --steps 6 --detached)
chipmunk_flock_bench_test(threads --bodies 300 --after 0 --steps 6 --threads 1,3)
chipmunk_flock_bench_test(naive --bodies 200 --after 0 --steps 6 --naive)
chipmunk_flock_add_test(bench_check COMMAND flock_bench --check --bodies 60,500 --after 0,60)
chipmunk_flock_add_test(bench_check_clump COMMAND flock_bench --check --scene clump --bodies 500)

# ---- states

set(bench_state "${CMAKE_CURRENT_BINARY_DIR}/bench_birds.state")
chipmunk_flock_add_test(bench_save COMMAND flock_bench --bodies 200 --after 30 --save "${bench_state}")
chipmunk_flock_add_test(bench_load COMMAND flock_bench --bodies 200 --load "${bench_state}" --steps 4)
set_tests_properties(bench_save PROPERTIES FIXTURES_SETUP bench_birds)
set_tests_properties(bench_load PROPERTIES FIXTURES_REQUIRED bench_birds)

if(NOT SH)
	find_program(SH sh)
	mark_as_advanced(SH)
endif()
if(NOT SH)
	return()
endif()

# Sanitizers are ten times slower, and compilers are compared without them.
if(NOT CHIPMUNK_FLOCK_SANITIZE)
	chipmunk_flock_add_test(bench_same_bits COMMAND "${CMAKE_COMMAND}" -E env "CC=${CMAKE_C_COMPILER}"
		"${SH}" "${CMAKE_CURRENT_SOURCE_DIR}/bench/isa_hash.sh" --light --build "${CMAKE_CURRENT_BINARY_DIR}/isa_hash"
		--bench $<TARGET_FILE:flock_bench> "-DChipmunk_INCLUDE_DIR=${Chipmunk_INCLUDE_DIR}"
		"-DChipmunk_LIBRARY=${Chipmunk_LIBRARY}" "-DChipmunk_DEFINITIONS=${Chipmunk_DEFINITIONS}")
endif()
chipmunk_flock_add_test(bench_plot COMMAND "${SH}" "${CMAKE_CURRENT_SOURCE_DIR}/bench/check_plot.sh"
	$<TARGET_FILE:flock_bench> "${CMAKE_CURRENT_BINARY_DIR}/bench_plot.svg")

# ---- the command line

# chipmunk_flock_bench_exit(name status text arguments...)
function(chipmunk_flock_bench_exit name status text)
	chipmunk_flock_add_test(bench_${name} COMMAND "${SH}" "${CMAKE_CURRENT_SOURCE_DIR}/check_exit.sh" ${status} "${text}"
		$<TARGET_FILE:flock_bench> ${ARGN})
endfunction()

chipmunk_flock_bench_exit(help 0 "--obstacles" --help)
chipmunk_flock_bench_exit(unknown_option 2 "unknown argument: --nonsense" --nonsense)
chipmunk_flock_bench_exit(missing_value 2 "missing value after: --bodies" --bodies)
chipmunk_flock_bench_exit(bad_number 2 "not: many" --steps many)
chipmunk_flock_bench_exit(bad_list 2 "not: 10," --bodies 10,)
chipmunk_flock_bench_exit(out_of_range 2 "1 to 1000000" --bodies 100,0)
chipmunk_flock_bench_exit(long_list 2 "too long a list" --bodies 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)
chipmunk_flock_bench_exit(unknown_scene 2 "nowhere" --scene nowhere)
chipmunk_flock_bench_exit(naive_scene 2 "only for birds and clump" --scene fish --naive)
chipmunk_flock_bench_exit(naive_few 2 "50 bodies or more" --bodies 20,1000 --check)
chipmunk_flock_bench_exit(naive_task 2 "does not go with" --naive --hash)
chipmunk_flock_bench_exit(obstacles_scene 2 "only for fish and mixed" --obstacles 5)
chipmunk_flock_bench_exit(clump_state 2 "not for the clump" --scene clump --after 5)
chipmunk_flock_bench_exit(clock_threads 2 "only for one thread" --clock cpu --threads 1,2)
chipmunk_flock_bench_exit(save_many 2 "one value of each list" --save state)
chipmunk_flock_bench_exit(load_missing 1 "no/such/file" --bodies 100 --load /no/such/file)
chipmunk_flock_bench_exit(save_unwritable 1 "no/such/directory" --bodies 100 --after 0 --save /no/such/directory/state)
if(NOT CHIPMUNK_FLOCK_OPENMP)
	chipmunk_flock_bench_exit(no_openmp 1 "without OpenMP" --bodies 100 --after 0 --threads 2 --openmp)
endif()
