# SPDX-License-Identifier: MIT
# The demo without a display: its picture, its command line.
add_executable(check_picture check_picture.c)
chipmunk_flock_target_options(check_picture)
target_link_libraries(check_picture PRIVATE m)

set(picture "${CMAKE_CURRENT_BINARY_DIR}/demo_birds.bmp")
set(positions "${CMAKE_CURRENT_BINARY_DIR}/demo_birds.txt")

function(chipmunk_flock_demo_test name)
	chipmunk_flock_add_test(${name} ${ARGN})
	# SDL and its drivers leak by themselves
	set_tests_properties(${name} PROPERTIES ENVIRONMENT
		"SDL_VIDEODRIVER=dummy;SDL_RENDER_DRIVER=software;SDL_AUDIODRIVER=dummy;ASAN_OPTIONS=detect_leaks=0")
endfunction()

chipmunk_flock_demo_test(demo_run COMMAND flock_demo --headless --frames 120 --scene birds
	--screenshot "${picture}" --positions "${positions}")
chipmunk_flock_demo_test(demo_picture COMMAND check_picture "${picture}" "${positions}")
set_tests_properties(demo_run PROPERTIES FIXTURES_SETUP demo_birds)
set_tests_properties(demo_picture PROPERTIES FIXTURES_REQUIRED demo_birds)

# chipmunk_flock_demo_exit(name status text arguments...)
function(chipmunk_flock_demo_exit name status text)
	chipmunk_flock_demo_test(${name} COMMAND "${SH}" "${CMAKE_CURRENT_SOURCE_DIR}/check_exit.sh" ${status} "${text}"
		$<TARGET_FILE:flock_demo> ${ARGN})
endfunction()

# Cases 28, 67 and 68 of cases.md.
chipmunk_flock_test(cases_demo)
target_link_libraries(test_cases_demo PRIVATE flock_window)
set_tests_properties(cases_demo PROPERTIES ENVIRONMENT
	"SDL_VIDEODRIVER=dummy;SDL_RENDER_DRIVER=software;SDL_AUDIODRIVER=dummy;ASAN_OPTIONS=detect_leaks=0")

if(SH)
	chipmunk_flock_demo_exit(demo_help 0 "--screenshot" --help)
	chipmunk_flock_demo_exit(demo_list 0 "birds" --list)
	chipmunk_flock_demo_exit(demo_unknown_option 2 "--nonsense" --nonsense)
	chipmunk_flock_demo_exit(demo_unknown_scene 2 "nowhere" --scene nowhere --headless --frames 1)
	chipmunk_flock_demo_exit(demo_bad_number 2 "--frames" --frames many)
	chipmunk_flock_demo_exit(demo_missing_value 2 "--frames" --frames)
	chipmunk_flock_demo_exit(demo_unwritable_picture 1 "no/such/directory" --headless --frames 1
		--screenshot /no/such/directory/picture.bmp)
	chipmunk_flock_demo_exit(demo_stats 0 "\"polarization\"" --headless --frames 10 --stats
		--screenshot "${CMAKE_CURRENT_BINARY_DIR}/demo_stats.bmp")

	# Case 66 of cases.md: a window where the driver shows none, no display at all, drivers that do not exist.
	set(anew env -u SDL_VIDEODRIVER -u SDL_RENDER_DRIVER -u DISPLAY -u WAYLAND_DISPLAY)
	set(demo $<TARGET_FILE:flock_demo> --frames 20 --stats)
	function(chipmunk_flock_demo_case name status text)
		chipmunk_flock_demo_test(case_66_demo_${name} COMMAND "${SH}" "${CMAKE_CURRENT_SOURCE_DIR}/check_exit.sh" ${status}
			"${text}" ${anew} ${ARGN} ${demo})
	endfunction()
	chipmunk_flock_demo_case(dummy_driver 0 "\"frames\": 20" SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software)
	chipmunk_flock_demo_case(no_accelerated_renderer 0 "\"frames\": 20" SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=opengl)
	chipmunk_flock_demo_case(unknown_renderer 0 "\"frames\": 20" SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=nonsense)
	chipmunk_flock_demo_case(no_display 0 "off screen")
	chipmunk_flock_demo_case(display_that_is_gone 0 "off screen" DISPLAY=:7777)
	chipmunk_flock_demo_case(unknown_driver 1 "no video driver 'nonsense'" SDL_VIDEODRIVER=nonsense)
endif()
