# SPDX-License-Identifier: Apache-2.0
# perpend_layer(name [COLD] [LAYERS lower...] [EXTERNAL public targets...] [PRIVATE targets...]
#               [WITHOUT part of a path...])
# One static library per folder of src/. A layer can only link layers defined before it.
function(perpend_layer name)
  cmake_parse_arguments(ARG "COLD" "" "LAYERS;EXTERNAL;PRIVATE;WITHOUT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  foreach(part ${ARG_WITHOUT})
    list(FILTER sources EXCLUDE REGEX ${part})
  endforeach()
  set(target perpend_${name})
  add_library(${target} STATIC ${sources})
  add_library(perpend::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM ARG_LAYERS PREPEND perpend_)
  target_link_libraries(${target} PUBLIC perpend_compile ${ARG_LAYERS} ${ARG_EXTERNAL}
    PRIVATE $<BUILD_INTERFACE:perpend_warnings> ${ARG_PRIVATE})
  if(ARG_COLD)
    perpend_precompile(${target} FROM perpend_precompiled_cold)
  else()
    perpend_precompile(${target})
  endif()
  set_property(GLOBAL APPEND PROPERTY PERPEND_LAYERS ${target})
endfunction()
