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
