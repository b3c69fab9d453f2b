# SPDX-License-Identifier: MIT
# The target `docs`: the site in build/.../docs/site. Only where Doxygen is.
find_program(DOXYGEN doxygen)
find_program(SH sh)
mark_as_advanced(DOXYGEN SH)
if(DOXYGEN AND SH AND NOT TARGET docs)
	add_custom_target(docs COMMAND "${SH}" "${PROJECT_SOURCE_DIR}/docs/build.sh" "${CMAKE_BINARY_DIR}/docs/site"
		COMMENT "Making the site" VERBATIM)
endif()
