# SPDX-License-Identifier: MIT
# What was made fast computes what it did before: direct access to bodies, threads, crowded cells, positions as whole
# numbers.
set(flight 200)
set(hostile 30)
set(crowd 5000)
if(CHIPMUNK_FLOCK_SANITIZE) # ten times slower
	set(flight 6)
	set(hostile 3)
	set(crowd 1100)
endif()

chipmunk_flock_test(direct rich.c)
if(UNIX)
	chipmunk_flock_test(parallel rich.c bench/pool.c)
	target_compile_definitions(test_parallel PRIVATE FLIGHT=${flight} HOSTILE=${hostile})
	target_link_libraries(test_parallel PRIVATE Threads::Threads)
	chipmunk_flock_test(speed_edges rich.c)
	target_link_libraries(test_speed_edges PRIVATE Threads::Threads)
endif()
chipmunk_flock_test(clumps)
target_compile_definitions(test_clumps PRIVATE CROWD=${crowd})
chipmunk_flock_test(fixed)
