# SPDX-License-Identifier: Apache-2.0
# Components: `program` is the command line with its scenes, `development` the library, `python` the
# wheel (bindings/python).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
include(CMakePackageConfigHelpers)
get_property(layers GLOBAL PROPERTY PERPEND_LAYERS)
install(TARGETS perpend perpend_compile ${layers} EXPORT perpend-targets)
install(DIRECTORY include/perpend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY scenes/ DESTINATION ${CMAKE_INSTALL_DATADIR}/perpend/scenes
        COMPONENT program)
install(DIRECTORY bindings/python/perpend/mjcf DESTINATION ${CMAKE_INSTALL_DATADIR}/perpend
        COMPONENT program FILES_MATCHING PATTERN "*.py")
install(EXPORT perpend-targets NAMESPACE perpend::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/perpend)
configure_package_config_file(cmake/perpend-config.cmake.in perpend-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/perpend)
write_basic_package_version_file(perpend-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/perpend-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/perpend-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/perpend)
