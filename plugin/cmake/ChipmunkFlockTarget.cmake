# SPDX-License-Identifier: MIT
# How every target of this project is compiled: C99 without extensions, all warnings.

function(chipmunk_flock_target_options target)
	set_target_properties(${target} PROPERTIES
		C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden)
	if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
		target_compile_options(${target} PRIVATE
			-Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
			$<$<BOOL:${CHIPMUNK_FLOCK_WERROR}>:-Werror>)
	elseif(MSVC)
		target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${CHIPMUNK_FLOCK_WERROR}>:/WX>)
	endif()
endfunction()
