# SPDX-License-Identifier: MIT
# The public headers, each alone, as C99, C11 and C++; a C++ program that links; the library's symbols.
function(chipmunk_flock_compile_header language standard header)
	string(TOLOWER "header_${language}${standard}_${header}" name)
	string(REGEX REPLACE "[^a-z0-9_]" "_" name "${name}")
	set(extension c)
	if(language STREQUAL CXX)
		set(extension cpp)
	endif()
	set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.${extension}")
	set(content "#include \"chipmunk_flock/${header}\"\n#include \"chipmunk_flock/${header}\"\nextern int ${name};\nint ${name};\n")
	file(GENERATE OUTPUT "${source}" CONTENT "${content}")
	add_library(${name} OBJECT "${source}")
	set_target_properties(${name} PROPERTIES
		${language}_STANDARD ${standard} ${language}_STANDARD_REQUIRED ON ${language}_EXTENSIONS OFF)
	target_link_libraries(${name} PRIVATE chipmunk_flock::chipmunk_flock)
	target_compile_options(${name} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
endfunction()

file(GLOB public_headers RELATIVE "${PROJECT_SOURCE_DIR}/plugin/include/chipmunk_flock" CONFIGURE_DEPENDS
	"${PROJECT_SOURCE_DIR}/plugin/include/chipmunk_flock/*.h")
foreach(header IN LISTS public_headers)
	chipmunk_flock_compile_header(C 99 ${header})
	chipmunk_flock_compile_header(C 11 ${header})
	chipmunk_flock_compile_header(CXX 11 ${header})
	chipmunk_flock_compile_header(CXX 17 ${header})
endforeach()

foreach(language c cpp)
	add_executable(test_headers_${language} test_headers.${language})
	target_link_libraries(test_headers_${language} PRIVATE chipmunk_flock::chipmunk_flock)
	target_compile_options(test_headers_${language} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
	chipmunk_flock_add_test(headers_${language} COMMAND test_headers_${language})
endforeach()
set_target_properties(test_headers_c PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
set_target_properties(test_headers_cpp PROPERTIES CXX_STANDARD 11 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)

find_program(SH sh)
mark_as_advanced(SH)
if(SH AND CMAKE_NM AND Chipmunk_INCLUDE_DIR AND NOT CHIPMUNK_FLOCK_SANITIZE)
	chipmunk_flock_add_test(symbols COMMAND "${SH}" "${CMAKE_CURRENT_SOURCE_DIR}/check_symbols.sh" "${CMAKE_NM}"
		"$<TARGET_FILE:chipmunk_flock>" "${Chipmunk_INCLUDE_DIR}/chipmunk" "${PROJECT_SOURCE_DIR}/plugin/include/chipmunk_flock")
endif()
