# SPDX-License-Identifier: MIT
# chipmunk_flock_check_chipmunk(): fails the configuration when Chipmunk's header and library disagree about cpFloat.
# They do not notice by themselves: the program links, and every number is garbage.

set(CHIPMUNK_FLOCK_CHECKS_DIR "${CMAKE_CURRENT_LIST_DIR}")

function(chipmunk_flock_check_chipmunk)
	if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
		message(STATUS "Chipmunk: cross compiling, not checked whether header and library agree on cpFloat")
		return()
	endif()
	get_target_property(imported Chipmunk::chipmunk IMPORTED)
	if(NOT imported)
		return() # built together with us, from the same header
	endif()
	set(inputs "${Chipmunk_LIBRARY};${Chipmunk_INCLUDE_DIR};${Chipmunk_DEFINITIONS};${CMAKE_C_FLAGS}")
	if("${CHIPMUNK_FLOCK_CHIPMUNK_CHECKED}" STREQUAL "${inputs}")
		return()
	endif()
	try_run(ran compiled
		"${CMAKE_CURRENT_BINARY_DIR}/check_chipmunk" "${CHIPMUNK_FLOCK_CHECKS_DIR}/check_chipmunk.c"
		LINK_LIBRARIES Chipmunk::chipmunk
		COMPILE_OUTPUT_VARIABLE compile_output
		RUN_OUTPUT_VARIABLE run_output)
	if(NOT compiled)
		message(FATAL_ERROR "Chipmunk: a small program does not build with ${Chipmunk_LIBRARY}:\n${compile_output}")
	endif()
	if(NOT ran EQUAL 0)
		message(FATAL_ERROR
			"Chipmunk: header and library disagree about cpFloat (or the library does not run).\n"
			"  header:  ${Chipmunk_INCLUDE_DIR}/chipmunk/chipmunk.h with [${Chipmunk_DEFINITIONS} ${CMAKE_C_FLAGS}]\n"
			"  library: ${Chipmunk_LIBRARY}\n"
			"A library built in single precision needs -DChipmunk_DEFINITIONS=CP_USE_DOUBLES=0; one built in double "
			"precision (the usual case) needs CP_USE_DOUBLES not to be set to 0. The check printed:\n${run_output}")
	endif()
	string(STRIP "${run_output}" run_output)
	message(STATUS "Chipmunk: header and library agree, ${run_output}")
	set(CHIPMUNK_FLOCK_CHIPMUNK_CHECKED "${inputs}" CACHE INTERNAL "What the check of cpFloat was made for")
endfunction()
