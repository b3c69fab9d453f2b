# SPDX-License-Identifier: MIT
# The package: installed into a prefix of the build tree, and used from there, from a .tar.gz, and from the sources.
include(GNUInstallDirs)
find_program(SH sh)
find_program(MAKE NAMES make gmake)
find_program(PKG_CONFIG pkg-config)
mark_as_advanced(SH MAKE PKG_CONFIG)
if(CHIPMUNK_FLOCK_SANITIZE OR NOT CHIPMUNK_FLOCK_INSTALL OR NOT SH)
	return() # a consumer of a sanitized library needs the sanitizers too
endif()

set(here "${CMAKE_CURRENT_LIST_DIR}")
set(work "${CMAKE_CURRENT_BINARY_DIR}/consumers")
set(prefix "${work}/prefix")
set(shared 0)
if(BUILD_SHARED_LIBS)
	set(shared 1)
endif()
set(demo 0)
if(TARGET flock_demo)
	set(demo 1)
endif()

function(consumer_test name)
	cmake_parse_arguments(arg "" "" "COMMAND;NEEDS;GIVES;ENVIRONMENT" ${ARGN})
	chipmunk_flock_add_test(${name} COMMAND ${arg_COMMAND})
	set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED "${arg_NEEDS}" FIXTURES_SETUP "${arg_GIVES}"
		ENVIRONMENT "LD_LIBRARY_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}:$ENV{LD_LIBRARY_PATH};${arg_ENVIRONMENT}")
endfunction()

# Installed, removed as docs/getting-started.md says, and installed to stay.
set(install "'${CMAKE_COMMAND}' --install '${CMAKE_BINARY_DIR}' --config $<CONFIG> --prefix")
consumer_test(install GIVES installed COMMAND "${SH}" -c "rm -rf '${prefix}' '${prefix}_removed' && \
${install} '${prefix}_removed' && xargs rm < '${CMAKE_BINARY_DIR}/install_manifest.txt' && \
test -z \"$(find '${prefix}_removed' ! -type d)\" && ${install} '${prefix}'")
consumer_test(install_files NEEDS installed COMMAND "${SH}" "${here}/check_prefix.sh" "${prefix}" "${CMAKE_INSTALL_LIBDIR}"
	${shared} ${demo} ${PROJECT_VERSION})

# consumer_build(NAME SOURCES NEEDS OPTIONS...): configures, builds and runs a project that uses the library.
function(consumer_build name sources needs)
	consumer_test(consumer_${name} NEEDS "${needs}" COMMAND "${CMAKE_CTEST_COMMAND}"
		--build-and-test "${here}/${sources}" "${work}/${name}" --build-generator "${CMAKE_GENERATOR}"
		--build-makeprogram "${CMAKE_MAKE_PROGRAM}" --build-noclean --build-options
		"-DCMAKE_C_COMPILER=${CMAKE_C_COMPILER}" "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" ${ARGN}
		--test-command "${work}/${name}/consumer")
endfunction()

consumer_build(find_package find_package installed "-DCMAKE_PREFIX_PATH=${prefix}")
consumer_build(cplusplus cplusplus installed "-DCMAKE_PREFIX_PATH=${prefix}")
consumer_build(subdirectory subdirectory "")
consumer_build(fetch_content subdirectory "" -DFETCH=ON)
if(MAKE AND PKG_CONFIG)
	consumer_test(consumer_pkg_config NEEDS installed
		ENVIRONMENT "PKG_CONFIG_PATH=${prefix}/${CMAKE_INSTALL_LIBDIR}/pkgconfig;MAKEFLAGS="
		COMMAND "${SH}" -c "cd '${here}/pkg_config' && mkdir -p '${work}/pkg_config' && \
rm -f '${work}/pkg_config/consumer' && '${MAKE}' 'CC=${CMAKE_C_COMPILER}' 'OUT=${work}/pkg_config' && '${work}/pkg_config/consumer'")
endif()

# ---- CPack

find_program(DPKG_DEB dpkg-deb)
mark_as_advanced(DPKG_DEB)
include("${PROJECT_SOURCE_DIR}/docs/Package.cmake")
set(packages "${work}/packages")
consumer_test(package_tgz GIVES tgz COMMAND "${SH}" -c "rm -rf '${packages}/tgz' && mkdir -p '${packages}/tgz' && \
cd '${CMAKE_BINARY_DIR}' && '${CMAKE_CPACK_COMMAND}' -G TGZ -C $<CONFIG> -B '${packages}/tgz' && cd '${packages}/tgz' && \
mkdir out && tar -xzf chipmunk_flock-*.tar.gz -C out --strip-components=1 && \
sh '${here}/check_prefix.sh' '${packages}/tgz/out' '${CMAKE_INSTALL_LIBDIR}' ${shared} ${demo} ${PROJECT_VERSION}")
consumer_build(tgz find_package tgz "-DCMAKE_PREFIX_PATH=${packages}/tgz/out")
set_tests_properties(consumer_tgz PROPERTIES
	ENVIRONMENT "LD_LIBRARY_PATH=${packages}/tgz/out/${CMAKE_INSTALL_LIBDIR}")
if(DPKG_DEB)
	consumer_test(package_deb COMMAND "${SH}" -c "rm -rf '${packages}/deb' && mkdir -p '${packages}/deb' && \
cd '${CMAKE_BINARY_DIR}' && '${CMAKE_CPACK_COMMAND}' -G DEB -C $<CONFIG> -B '${packages}/deb' && cd '${packages}/deb' && \
dpkg-deb -x ./*.deb out && dpkg-deb -I ./*.deb && \
sh '${here}/check_prefix.sh' '${packages}/deb/out/usr' '${CMAKE_INSTALL_LIBDIR}' ${shared} ${demo} ${PROJECT_VERSION}")
	# Two CPacks at once get in each other's way.
	set_tests_properties(package_deb package_tgz PROPERTIES RESOURCE_LOCK cpack)
endif()
