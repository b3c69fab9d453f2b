# SPDX-License-Identifier: MIT
# chipmunk_flock_check_masks(RESULT): the options with which the compiler makes use of the mask registers of x86 processors
# (AVX-512VL), in vectors of 256 bits as without; empty where it cannot, or cannot ask at run time whether they are there.
# Flags that name an instruction set are left to rule.

set(CHIPMUNK_FLOCK_CHECK_MASKS "${CMAKE_CURRENT_LIST_DIR}/check_masks.c")

function(chipmunk_flock_check_masks result)
	set(options -mavx512f -mavx512vl -mprefer-vector-width=256)
	set(${result} "" PARENT_SCOPE)
	if(CMAKE_C_FLAGS MATCHES "-march=|-mavx")
		return()
	endif()
	if(NOT DEFINED CHIPMUNK_FLOCK_HAVE_MASKS)
		try_compile(have "${CMAKE_CURRENT_BINARY_DIR}/check_masks" SOURCES "${CHIPMUNK_FLOCK_CHECK_MASKS}"
			COMPILE_DEFINITIONS -std=c99 ${options} -Werror)
		message(STATUS "A kernel for mask registers (AVX-512VL), chosen at run time: ${have}")
		set(CHIPMUNK_FLOCK_HAVE_MASKS ${have} CACHE INTERNAL "mask registers can be used")
	endif()
	if(CHIPMUNK_FLOCK_HAVE_MASKS)
		set(${result} "${options}" PARENT_SCOPE)
	endif()
endfunction()
