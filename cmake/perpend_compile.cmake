# SPDX-License-Identifier: Apache-2.0
# Compile settings shared by all targets of this project.
add_library(perpend_compile INTERFACE)
target_compile_features(perpend_compile INTERFACE cxx_std_20)
# Eigen aligns heap memory and members by the widest vector unit it is compiled for. Library and
# application may be compiled for different ones, so the alignments are fixed here for both; without
# the second a quaternion has another place in Joint on either side.
target_compile_definitions(perpend_compile INTERFACE EIGEN_MAX_ALIGN_BYTES=64
  EIGEN_MAX_STATIC_ALIGN_BYTES=64)

# Templates of Eigen are compiled in library and application alike, and the linker keeps one of both:
# with other vector units, or with contraction, an application would have other bits than this one.
target_compile_options(perpend_compile INTERFACE -ffp-contract=off
  $<$<BOOL:${PERPEND_NATIVE}>:-march=native>
  $<$<BOOL:${PERPEND_BASELINE}>:-march=${PERPEND_BASELINE}>)

add_library(perpend_warnings INTERFACE)
target_compile_options(perpend_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${PERPEND_WERROR}>:-Werror>)
# False alarms of g++ 12: its own AVX-512 intrinsics (_mm512_undefined_pd) as uninitialised,
# inlined std::string concatenation as overlapping or endless copies, masked vector loads as out of bounds.
target_compile_options(perpend_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized;-Wno-maybe-uninitialized;-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow>)
# Inlining as without -fPIC: nobody replaces our functions at load time.
target_compile_options(perpend_warnings INTERFACE
  $<$<NOT:$<PLATFORM_ID:Emscripten>>:-fno-semantic-interposition>)
