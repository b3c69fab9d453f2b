# SPDX-License-Identifier: MIT
# What `cmake --install` puts into a prefix: library, headers, CMake package, pkg-config file.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/chipmunk_flock")

install(TARGETS chipmunk_flock EXPORT chipmunk_flock
	ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
	LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
	RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/chipmunk_flock DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")

install(EXPORT chipmunk_flock NAMESPACE chipmunk_flock:: FILE chipmunk_flock-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file(cmake/chipmunk_flock-config.cmake.in
	"${CMAKE_CURRENT_BINARY_DIR}/chipmunk_flock-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/chipmunk_flock-config-version.cmake"
	COMPATIBILITY SameMinorVersion)
install(FILES
	"${CMAKE_CURRENT_BINARY_DIR}/chipmunk_flock-config.cmake"
	"${CMAKE_CURRENT_BINARY_DIR}/chipmunk_flock-config-version.cmake"
	cmake/FindChipmunk.cmake
	DESTINATION "${package_dir}")

# pkg-config has no word for "where Chipmunk is": its directories are named unless the compiler looks there anyway.
set(pc_cflags "")
foreach(definition IN LISTS Chipmunk_DEFINITIONS)
	string(APPEND pc_cflags " -D${definition}")
endforeach()
if(Chipmunk_INCLUDE_DIR AND NOT Chipmunk_INCLUDE_DIR IN_LIST CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES)
	string(APPEND pc_cflags " -I${Chipmunk_INCLUDE_DIR}")
endif()
set(pc_libs " -lchipmunk")
get_filename_component(chipmunk_library_dir "${Chipmunk_LIBRARY}" DIRECTORY)
if(chipmunk_library_dir AND NOT chipmunk_library_dir IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
	set(pc_libs " -L${chipmunk_library_dir}${pc_libs}")
endif()
if(UNIX)
	string(APPEND pc_libs " -lm")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
	set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
	set(pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
	set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
	# Relative to the file itself, so that the prefix may be chosen by `cmake --install --prefix` or moved.
	file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
	set(pc_prefix "\${pcfiledir}/${up}")
	set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
	set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/chipmunk_flock.pc.in "${CMAKE_CURRENT_BINARY_DIR}/chipmunk_flock.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/chipmunk_flock.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
