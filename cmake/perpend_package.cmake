# SPDX-License-Identifier: Apache-2.0
# Debian packages: `perpend`, the program with its scenes, and `libperpend-dev`, headers and static
# libraries. scripts/package.sh makes them. What is compiled for one machine is not packaged.
if(NOT PROJECT_IS_TOP_LEVEL OR PERPEND_NATIVE)
  return()
endif()
install(FILES cmake/debian_copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/perpend
        RENAME copyright COMPONENT program)
install(FILES cmake/debian_copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libperpend-dev
        RENAME copyright COMPONENT development)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME perpend)
set(CPACK_PACKAGE_CONTACT "The Perpend authors <perpend@localhost>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_SOURCE_DIR}/dist)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME perpend)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The command line program and its scenes.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libperpend-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# What perpend-config.cmake looks for.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libeigen3-dev (>= 3.4), libtbb-dev, libfmt-dev, nlohmann-json3-dev, zlib1g-dev, libhdf5-dev, libqhull-dev, libmeshoptimizer-dev, libexpat1-dev, libpng-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "C++ headers and static libraries, for find_package(perpend).")
include(CPack)
