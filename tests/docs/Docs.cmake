# SPDX-License-Identifier: MIT
# The pages are right: their code compiles and runs, their commands run, their links lead somewhere, their figures hold.
find_program(AWK NAMES awk mawk gawk)
find_program(SH sh)
mark_as_advanced(AWK SH)
if(NOT AWK OR NOT SH)
	message(STATUS "The pages are not tested: there is no awk or no sh")
	return()
endif()

set(docs_here "${CMAKE_CURRENT_LIST_DIR}")
file(GLOB docs_pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/docs/*.md")
list(APPEND docs_pages "${PROJECT_SOURCE_DIR}/README.md")
foreach(page IN ITEMS CONTRIBUTING.md CHANGELOG.md)
	if(EXISTS "${PROJECT_SOURCE_DIR}/${page}")
		list(APPEND docs_other "${PROJECT_SOURCE_DIR}/${page}")
	endif()
endforeach()

# ---- code

add_library(docs_harness STATIC docs/harness.c)
chipmunk_flock_target_options(docs_harness)
target_include_directories(docs_harness PUBLIC docs)
target_link_libraries(docs_harness PUBLIC chipmunk_flock::chipmunk_flock Threads::Threads)
if(UNIX)
	target_link_libraries(docs_harness PUBLIC m)
endif()

function(docs_program name source)
	add_executable(${name} "${source}")
	chipmunk_flock_target_options(${name})
	if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
		# A block shows one thing; what it makes need not be used.
		target_compile_options(${name} PRIVATE -Wno-unused -Wno-shadow -Wno-conversion)
	endif()
	target_link_libraries(${name} PRIVATE docs_harness)
	chipmunk_flock_add_test(${name} COMMAND ${name})
endfunction()

foreach(page IN LISTS docs_pages)
	set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}" "${docs_here}/extract.awk")
	get_filename_component(stem "${page}" NAME_WE)
	file(RELATIVE_PATH shown "${PROJECT_SOURCE_DIR}" "${page}")
	set(directory "${CMAKE_CURRENT_BINARY_DIR}/docs/${stem}")
	file(REMOVE_RECURSE "${directory}/new")
	file(MAKE_DIRECTORY "${directory}/new")
	execute_process(COMMAND "${AWK}" -v "page=${shown}" -v "out=${directory}/new/${stem}" -f "${docs_here}/extract.awk"
		INPUT_FILE "${page}" RESULT_VARIABLE status)
	if(NOT status EQUAL 0)
		message(FATAL_ERROR "${shown}: its code cannot be read")
	endif()
	file(GLOB sources RELATIVE "${directory}/new" "${directory}/new/*.c")
	foreach(source IN LISTS sources)
		configure_file("${directory}/new/${source}" "${directory}/${source}" COPYONLY)
		file(READ "${directory}/${source}" text)
		if(text MATCHES "int main\\(void\\) {\n\treturn gameResult")
			continue() # no block
		endif()
		get_filename_component(name "${source}" NAME_WE)
		string(REPLACE "-" "_" name "docs_${name}")
		docs_program(${name} "${directory}/${source}")
	endforeach()
endforeach()

# ---- figures

chipmunk_flock_program(test_docs_porting docs/test_porting.c support.c golden.c)
target_include_directories(test_docs_porting PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_include_directories(test_docs_porting SYSTEM PRIVATE "${CMOCKA_INCLUDE_DIR}" "${CJSON_INCLUDE_DIR}")
target_link_libraries(test_docs_porting PRIVATE "${CMOCKA_LIBRARY}" "${CJSON_LIBRARY}")
chipmunk_flock_add_test(docs_porting COMMAND test_docs_porting)
target_compile_definitions(test_docs_porting PRIVATE REFERENCE_DIR="${CMAKE_CURRENT_SOURCE_DIR}/reference")
if(NOT CHIPMUNK_FLOCK_SANITIZE) # ten times slower
	chipmunk_flock_program(docs_tuning docs/tuning.c)
	chipmunk_flock_add_test(docs_tuning COMMAND docs_tuning)
endif()

# ---- links, commands, the game

chipmunk_flock_add_test(docs_links COMMAND "${SH}" "${docs_here}/links.sh" ${docs_pages} ${docs_other})
chipmunk_flock_add_test(docs_difference COMMAND "${SH}" "${docs_here}/embed.sh"
	"${PROJECT_SOURCE_DIR}/docs/getting-started.md")
if(TARGET flock_demo AND TARGET game_with_flock)
	foreach(game IN ITEMS game_without_flock game_with_flock)
		chipmunk_flock_add_test(${game} COMMAND ${game} --frames 1800)
		set_tests_properties(${game} PROPERTIES PASS_REGULAR_EXPRESSION "score [1-9]")
	endforeach()
	chipmunk_flock_add_test(docs_commands COMMAND "${CMAKE_COMMAND}" -E env
		"PATH=$<TARGET_FILE_DIR:flock_demo>:$<TARGET_FILE_DIR:game_with_flock>:$ENV{PATH}"
		SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software ASAN_OPTIONS=detect_leaks=0
		"${SH}" "${docs_here}/commands.sh" "${CMAKE_CURRENT_BINARY_DIR}/docs/commands" ${docs_pages})
endif()
if(TARGET flock_demo)
	chipmunk_flock_add_test(docs_man COMMAND "${SH}" "${docs_here}/man.sh" $<TARGET_FILE:flock_demo>
		"${PROJECT_SOURCE_DIR}/docs/flock_demo.1")
	set_tests_properties(docs_man PROPERTIES ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
endif()

# ---- the site

include("${PROJECT_SOURCE_DIR}/docs/Doxygen.cmake")
if(TARGET docs)
	chipmunk_flock_add_test(docs_site COMMAND "${SH}" "${PROJECT_SOURCE_DIR}/docs/build.sh"
		"${CMAKE_CURRENT_BINARY_DIR}/docs/site")
endif()
