# SPDX-License-Identifier: Apache-2.0
# The engine and its live world compiled by Emscripten, for pages that need no program behind them
# (docs/browser.md): cmake --preset wasm. Left out is what belongs to files and processes: threads,
# recordings, robots, the command line.

set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

# Headers of libraries that are nothing else, without the rest of the system's include directory.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(header nlohmann/json.hpp fmt/core.h)
  get_filename_component(name ${header} DIRECTORY)
  find_path(PERPEND_${name}_DIR ${header} PATHS /usr/include /usr/local/include
    NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${PERPEND_${name}_DIR}/${name} ${headers}/${name} SYMBOLIC)
endforeach()
find_path(PERPEND_EIGEN_DIR Eigen/Core PATHS /usr/include/eigen3 /usr/local/include/eigen3
  NO_CMAKE_FIND_ROOT_PATH REQUIRED)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/apps/wasm/std/charconv ${headers}/charconv SYMBOLIC)
# Eigen asks for MMX's header beside those of SSE, and uses nothing of it.
if(NOT EXISTS ${headers}/mmintrin.h)
  file(WRITE ${headers}/mmintrin.h "")
endif()

add_library(perpend_wasm_compile INTERFACE)
target_include_directories(perpend_wasm_compile SYSTEM INTERFACE ${headers} ${PERPEND_EIGEN_DIR})
target_compile_definitions(perpend_wasm_compile INTERFACE FMT_HEADER_ONLY)
# SSE2 in the vector instructions of WebAssembly: sums in the order of x86-64 without FMA.
target_compile_options(perpend_wasm_compile INTERFACE -msimd128 -msse4.2 -fwasm-exceptions)
# clang 14 vectorises loops for WebAssembly to wrong code (src/linalg/ldlt/panel.cpp: the factors of
# joints lost half of their digits); what is written as vectors stays.
target_compile_options(perpend_wasm_compile INTERFACE -fno-vectorize -fno-slp-vectorize)
target_link_libraries(perpend_compile INTERFACE perpend_wasm_compile)
add_library(Eigen3::Eigen INTERFACE IMPORTED)
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
add_library(fmt::fmt INTERFACE IMPORTED)
set(PERPEND_FIRST_HEADER ${PROJECT_SOURCE_DIR}/apps/wasm/library.hpp)
include(perpend_precompile)

perpend_layer(core WITHOUT /threads /awake_team)
perpend_layer(linalg LAYERS core)
perpend_layer(lcp LAYERS linalg)
perpend_layer(geometry LAYERS core WITHOUT /hull_faces)
perpend_layer(model LAYERS geometry)
perpend_layer(dynamics LAYERS model linalg)
perpend_layer(contact LAYERS dynamics lcp)
perpend_layer(sim LAYERS contact WITHOUT /acceleration/ /level)
perpend_layer(study LAYERS sim WITHOUT /compar /step_times)
perpend_layer(io COLD LAYERS study
  WITHOUT /problem/ /recording/ /robot/ /hdf5 /npy /npz /text_ /xml_ /zip_ /packed /compare_
          /collada /grey_image /run_page.cpp /run_page_data /run_page_frames /run_summary /page_text /scene_catalogue)

# One script with the module beside it: web/export.mjs makes a page of them, with the scenes.
set(world command messages new_body option_text pull rigid_hold session world)
list(TRANSFORM world PREPEND ${PROJECT_SOURCE_DIR}/apps/view/)
list(TRANSFORM world APPEND .cpp)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/wasm/*.cpp)
add_executable(perpend_engine ${sources} ${world})
target_include_directories(perpend_engine PRIVATE ${PROJECT_SOURCE_DIR}/apps ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(perpend_engine PRIVATE perpend_io perpend_warnings)
perpend_precompile(perpend_engine FROM perpend_precompiled_cold)
target_link_options(perpend_engine PRIVATE -O2 -fwasm-exceptions --no-entry -sMODULARIZE=1
  -sEXPORT_NAME=PerpendEngine -sENVIRONMENT=worker,node -sALLOW_MEMORY_GROWTH=1 -sFILESYSTEM=0
  -sINITIAL_MEMORY=67108864 -sTOTAL_STACK=8388608 -sEXPORTED_FUNCTIONS=_malloc,_free
  -sEXPORTED_RUNTIME_METHODS=stringToUTF8,lengthBytesUTF8,UTF8ToString)

set(scripts ${PROJECT_SOURCE_DIR}/web/export.mjs ${PROJECT_SOURCE_DIR}/web/src/browser/worker.js)
file(GLOB scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.json)
set(page ${PROJECT_BINARY_DIR}/page/index.html)
add_custom_command(OUTPUT ${page}
  COMMAND ${PERPEND_NODE} ${PROJECT_SOURCE_DIR}/web/export.mjs --engine $<TARGET_FILE:perpend_engine>
          --script ${PERPEND_WEB_DIST}/live.js --scenes ${PROJECT_SOURCE_DIR}/scenes -o ${page}
  DEPENDS perpend_engine ${PERPEND_WEB_DIST}/live.js ${scripts} ${scenes}
          ${PROJECT_SOURCE_DIR}/src/io/page/page.html
  COMMENT "The page that needs no program" VERBATIM)
add_custom_target(perpend_page ALL DEPENDS ${page})
