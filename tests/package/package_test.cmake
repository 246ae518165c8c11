# SPDX-License-Identifier: Apache-2.0
# Installs the build tree into a scratch prefix, then configures, builds and runs a consumer
# that knows nothing but find_package(perpend).
set(scratch ${BUILD_DIR}/package_test)
file(REMOVE_RECURSE ${scratch})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN} failed:\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${scratch}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${scratch}/build -DCMAKE_PREFIX_PATH=${scratch}/prefix
    -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${scratch}/build)
run(${scratch}/build/consumer)
message(STATUS "${out}")
