# SPDX-License-Identifier: Apache-2.0
# Headers that nearly every source includes take longer to parse than most sources to compile, so
# they are compiled once (src/precompiled.hpp). Every source still includes what it uses:
# -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds too.
include(perpend_unity)

if(NOT EMSCRIPTEN)
  set(PERPEND_PIC -fPIC)
endif()

# perpend_precompiled(name header... [OPTIONS ...]): a target whose compiled headers others reuse.
# -fPIC in programs too, where CMake would say -fPIE: the headers serve one of them.
# PERPEND_FIRST_HEADER comes before all.
function(perpend_precompiled name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES;OPTIONS" ${ARGN})
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/src/precompiled.cpp)
  target_link_libraries(${name} PRIVATE perpend_compile perpend_warnings Eigen3::Eigen ${ARG_LIBRARIES})
  target_compile_options(${name} PRIVATE ${PERPEND_PIC} ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${PERPEND_FIRST_HEADER} ${ARG_HEADERS})
endfunction()

# perpend_precompile(target [FROM name]): compiles `target` behind them, with their options.
function(perpend_precompile target)
  cmake_parse_arguments(ARG "" "FROM" "" ${ARGN})
  if(NOT ARG_FROM)
    set(ARG_FROM perpend_precompiled)
  endif()
  get_target_property(options ${ARG_FROM} COMPILE_OPTIONS)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  if(options)
    target_compile_options(${target} PRIVATE ${options})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${ARG_FROM})
  perpend_unity(${target})
endfunction()

perpend_precompiled(perpend_precompiled HEADERS ${PROJECT_SOURCE_DIR}/src/precompiled.hpp)
# For files, pages and words, whose time goes into disks and people: the last optimisations, which
# take a third of the compilation, are left out.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(PERPEND_COLD OPTIONS -O1 -Wno-uninitialized)
endif()
perpend_precompiled(perpend_precompiled_cold HEADERS ${PROJECT_SOURCE_DIR}/src/precompiled.hpp
  <nlohmann/json.hpp> <fmt/format.h> LIBRARIES nlohmann_json::nlohmann_json fmt::fmt ${PERPEND_COLD})
