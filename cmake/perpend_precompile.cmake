# SPDX-License-Identifier: Apache-2.0
# perpend_precompile(target): compiles the sources of `target` behind the headers that nearly every
# source includes (src/precompiled.hpp); parsing them again takes longer than most sources do. Every
# source still includes what it uses: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds too.
add_library(perpend_precompiled OBJECT ${PROJECT_SOURCE_DIR}/src/precompiled.cpp)
target_link_libraries(perpend_precompiled PRIVATE perpend_compile perpend_warnings Eigen3::Eigen)
target_compile_options(perpend_precompiled PRIVATE -fPIC)
target_precompile_headers(perpend_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/src/precompiled.hpp)

function(perpend_precompile target)
  # -fPIC in programs too, where CMake would say -fPIE: the header serves one of them.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM perpend_precompiled)
endfunction()
