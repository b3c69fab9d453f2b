# SPDX-License-Identifier: MIT
# The numbered cases of cases.md, one program per kind.
set(updates 5)
set(long_run 5000)
set(frames 1000)
set(hasty_frames 300)
if(CHIPMUNK_FLOCK_SANITIZE) # ten times slower
	set(updates 1)
	set(long_run 1500)
	set(frames 300)
	set(hasty_frames 100)
endif()

chipmunk_flock_test(cases_numeric cases.c)
chipmunk_flock_test(cases_grid cases.c twin.c)
target_compile_definitions(test_cases_grid PRIVATE UPDATES=${updates})
target_link_libraries(test_cases_grid PRIVATE Threads::Threads)
chipmunk_flock_test(cases_torus cases.c)
chipmunk_flock_test(cases_behavior cases.c)
target_compile_definitions(test_cases_behavior PRIVATE LONG_RUN=${long_run})
chipmunk_flock_test(cases_obstacle cases.c pond.c)
chipmunk_flock_test(cases_engine cases.c pond.c)
chipmunk_flock_test(cases_lifetime cases.c pond.c twin.c)
chipmunk_flock_test(cases_moments cases.c pond.c)
chipmunk_flock_test(cases_determinism cases.c pond.c)
target_compile_definitions(test_cases_determinism PRIVATE FRAMES=${frames} HASTY_FRAMES=${hasty_frames})
target_link_libraries(test_cases_determinism PRIVATE Threads::Threads)
chipmunk_flock_test(cases_kin cases.c pond.c)
chipmunk_flock_test(snapshot cases.c pond.c)

# Cases 64 and 65: what the sources need of Chipmunk and of the compiler.
find_program(SH sh)
find_program(CLANG clang)
mark_as_advanced(SH CLANG)
if(SH AND Chipmunk_INCLUDE_DIR AND NOT CHIPMUNK_FLOCK_SANITIZE)
	set(platform_compilers "${CMAKE_C_COMPILER}")
	if(CLANG AND CMAKE_C_COMPILER_ID STREQUAL GNU)
		list(APPEND platform_compilers "${CLANG}")
	endif()
	foreach(compiler IN LISTS platform_compilers)
		get_filename_component(name "${compiler}" NAME_WE)
		chipmunk_flock_add_test(case_64_platform_public_headers_only_${name} COMMAND "${SH}"
			"${CMAKE_CURRENT_SOURCE_DIR}/check_public.sh" "${compiler}" "${Chipmunk_INCLUDE_DIR}" "${PROJECT_SOURCE_DIR}"
			"${CMAKE_CURRENT_BINARY_DIR}/public_${name}")
		chipmunk_flock_add_test(case_65_platform_32_bits_${name} COMMAND "${SH}"
			"${CMAKE_CURRENT_SOURCE_DIR}/check_public.sh" "${compiler}" "${Chipmunk_INCLUDE_DIR}" "${PROJECT_SOURCE_DIR}"
			"${CMAKE_CURRENT_BINARY_DIR}/public32_${name}" -m32)
		set_tests_properties(case_65_platform_32_bits_${name} PROPERTIES SKIP_RETURN_CODE 77)
	endforeach()
	if(CLANG AND Chipmunk_LIBRARY)
		chipmunk_flock_add_test(case_65_platform_function_types COMMAND "${SH}"
			"${CMAKE_CURRENT_SOURCE_DIR}/check_functions.sh" "${CLANG}" "${Chipmunk_INCLUDE_DIR}" "${Chipmunk_LIBRARY}"
			"${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}/functions" ${Chipmunk_DEFINITIONS})
		set_tests_properties(case_65_platform_function_types PROPERTIES SKIP_RETURN_CODE 77)
	endif()
endif()
