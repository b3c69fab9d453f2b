# SPDX-License-Identifier: MIT
# chipmunk_flock_check_target_clones(RESULT): whether compiler, linker and loader can hold several versions of a function
# for several instruction sets and choose at run time. Needs GNU indirect functions; sanitizers do not go with these.

set(CHIPMUNK_FLOCK_CHECKS_DIR "${CMAKE_CURRENT_LIST_DIR}")

function(chipmunk_flock_check_target_clones result)
	if(CHIPMUNK_FLOCK_SANITIZE OR CMAKE_C_FLAGS MATCHES "-fsanitize|-march=|-mavx")
		set(${result} OFF PARENT_SCOPE)
		return()
	endif()
	if(NOT DEFINED CHIPMUNK_FLOCK_HAVE_TARGET_CLONES)
		set(dir "${CMAKE_CURRENT_BINARY_DIR}/check_target_clones")
		try_compile(have "${dir}" SOURCES "${CHIPMUNK_FLOCK_CHECKS_DIR}/check_target_clones.c"
			COMPILE_DEFINITIONS -std=c99 -O3 -fvisibility=hidden -ffp-contract=off -fno-math-errno -fno-trapping-math -Werror
			COPY_FILE "${dir}/check_target_clones")
		if(have AND NOT CMAKE_CROSSCOMPILING)
			execute_process(COMMAND "${dir}/check_target_clones" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
			if(NOT "${status}" STREQUAL "0")
				set(have FALSE)
			endif()
		endif()
		message(STATUS "Choice of the instruction set at run time (target_clones): ${have}")
		set(CHIPMUNK_FLOCK_HAVE_TARGET_CLONES ${have} CACHE INTERNAL "target_clones works")
	endif()
	set(${result} ${CHIPMUNK_FLOCK_HAVE_TARGET_CLONES} PARENT_SCOPE)
endfunction()
