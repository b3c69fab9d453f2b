# SPDX-License-Identifier: MIT
# The numbered cases of cases.md, one program per kind.
set(updates 5)
set(long_run 5000)
if(CHIPMUNK_FLOCK_SANITIZE) # ten times slower
	set(updates 1)
	set(long_run 1500)
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
