# SPDX-License-Identifier: MIT
# The fuzz targets. Everywhere as programs that replay the corpus; with CHIPMUNK_FLOCK_FUZZ (clang) as fuzzers too.
set(fuzz_dir "${CMAKE_CURRENT_LIST_DIR}")
set(fuzz_seconds 10 CACHE STRING "Seconds that CTest fuzzes each target")
mark_as_advanced(fuzz_seconds)
add_custom_target(fuzzers)

# chipmunk_flock_fuzz(target sources...)
function(chipmunk_flock_fuzz target)
	set(corpus "${fuzz_dir}/corpus/${target}")
	set(sources "${fuzz_dir}/fuzz_${target}.c" "${fuzz_dir}/input.c" ${ARGN})
	chipmunk_flock_program(replay_${target} ${sources} "${fuzz_dir}/replay.c")
	target_include_directories(replay_${target} PRIVATE "${PROJECT_SOURCE_DIR}/demo")
	chipmunk_flock_add_test(corpus_${target} COMMAND replay_${target} "${corpus}")
	add_dependencies(fuzzers replay_${target})
	if(NOT CHIPMUNK_FLOCK_FUZZ)
		return()
	endif()
	chipmunk_flock_program(fuzz_${target} ${sources})
	target_include_directories(fuzz_${target} PRIVATE "${PROJECT_SOURCE_DIR}/demo")
	target_link_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
	add_dependencies(fuzzers fuzz_${target})
	# New inputs go to the first directory, what breaks the target to the build directory.
	file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/found/${target}")
	chipmunk_flock_add_test(fuzz_${target} COMMAND fuzz_${target} -max_total_time=${fuzz_seconds} -timeout=20 -max_len=600
		-print_final_stats=1 "-artifact_prefix=${CMAKE_CURRENT_BINARY_DIR}/fuzz_${target}-"
		"${CMAKE_CURRENT_BINARY_DIR}/found/${target}" "${corpus}")
endfunction()

chipmunk_flock_fuzz(arguments "${fuzz_dir}/silent_options.c" "${PROJECT_SOURCE_DIR}/demo/args.c")
chipmunk_flock_fuzz(settings "${PROJECT_SOURCE_DIR}/demo/greeting.c")
chipmunk_flock_fuzz(api "${fuzz_dir}/api_model.c" "${fuzz_dir}/api_calls.c" "${fuzz_dir}/api_state.c"
	"${fuzz_dir}/api_world.c"
	"${PROJECT_SOURCE_DIR}/demo/greeting.c")
