# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
FindChipmunk
------------

Finds Chipmunk2D 7, which ships neither a CMake package nor a pkg-config file.

Imported target ``Chipmunk::chipmunk``; variables ``Chipmunk_FOUND``, ``Chipmunk_VERSION``.

Hints: ``Chipmunk_ROOT`` (a prefix), ``Chipmunk_INCLUDE_DIR`` (holds ``chipmunk/chipmunk.h``), ``Chipmunk_LIBRARY``, and
``Chipmunk_DEFINITIONS`` for what the library was built with, e.g. ``CP_USE_DOUBLES=0`` for single precision.
#]=======================================================================]

find_path(Chipmunk_INCLUDE_DIR NAMES chipmunk/chipmunk.h)
find_library(Chipmunk_LIBRARY NAMES chipmunk)
if(NOT DEFINED Chipmunk_DEFINITIONS)
	set(Chipmunk_DEFINITIONS "" CACHE STRING "Definitions Chipmunk was built with, e.g. CP_USE_DOUBLES=0")
	mark_as_advanced(Chipmunk_DEFINITIONS)
endif()
mark_as_advanced(Chipmunk_INCLUDE_DIR Chipmunk_LIBRARY)

if(Chipmunk_INCLUDE_DIR)
	file(STRINGS "${Chipmunk_INCLUDE_DIR}/chipmunk/chipmunk.h" Chipmunk_VERSION
		REGEX "^#define CP_VERSION_(MAJOR|MINOR|RELEASE) [0-9]+")
	string(REGEX REPLACE "#define CP_VERSION_[A-Z]+ " "" Chipmunk_VERSION "${Chipmunk_VERSION}")
	string(REPLACE ";" "." Chipmunk_VERSION "${Chipmunk_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Chipmunk
	REQUIRED_VARS Chipmunk_LIBRARY Chipmunk_INCLUDE_DIR
	VERSION_VAR Chipmunk_VERSION)

if(Chipmunk_FOUND AND NOT TARGET Chipmunk::chipmunk)
	add_library(Chipmunk::chipmunk UNKNOWN IMPORTED)
	set_target_properties(Chipmunk::chipmunk PROPERTIES
		IMPORTED_LOCATION "${Chipmunk_LIBRARY}"
		INTERFACE_INCLUDE_DIRECTORIES "${Chipmunk_INCLUDE_DIR}"
		INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${Chipmunk_INCLUDE_DIR}"
		INTERFACE_COMPILE_DEFINITIONS "${Chipmunk_DEFINITIONS}")
	if(Chipmunk_LIBRARY MATCHES "\\.a$")
		find_package(Threads REQUIRED) # cpHastySpace of the static library
		set_property(TARGET Chipmunk::chipmunk PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads m)
	elseif(UNIX)
		set_property(TARGET Chipmunk::chipmunk PROPERTY INTERFACE_LINK_LIBRARIES m) # inline functions of the headers
	endif()
endif()
