# SPDX-License-Identifier: Apache-2.0
# Three quarters of a source's compile time is templates that its headers instantiate: files that are
# compiled as one share it. For daily work, when one file changes at a time, PERPEND_UNITY=OFF is quicker.
option(PERPEND_UNITY "Compile several sources of a target as one" ON)
find_package(Python3 3.9 COMPONENTS Interpreter)

# perpend_unity(target): groups its sources so that names private to a file stay private.
function(perpend_unity target)
  if(NOT PERPEND_UNITY OR NOT Python3_FOUND)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "^${PROJECT_BINARY_DIR}")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/unity_groups.py ${sources}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE groups
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" "|" groups "${groups}")
  string(REPLACE ";" "," groups "${groups}")
  string(REPLACE "|" ";" groups "${groups}")
  set(number 0)
  # By target: a source of two targets has one group.
  foreach(group IN LISTS groups)
    string(REPLACE "," ";" files "${group}")
    set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${target}_${number})
    math(EXPR number "${number} + 1")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Meant for headers, which grouped sources are not.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
