# SPDX-License-Identifier: Apache-2.0
# Installs the build tree into a scratch prefix, then configures, builds and runs programs that know
# nothing but find_package(perpend): a consumer, and the examples.
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
function(build_and_run name source)
  run(${CMAKE_COMMAND} -G Ninja -S ${source} -B ${scratch}/${name}
      -DCMAKE_PREFIX_PATH=${scratch}/prefix -DCMAKE_BUILD_TYPE=Release)
  run(${CMAKE_COMMAND} --build ${scratch}/${name})
  run(${scratch}/${name}/${name})
  message(STATUS "${out}")
endfunction()
build_and_run(consumer ${SOURCE_DIR})
build_and_run(custom_mechanism ${SOURCE_DIR}/../../examples/custom_mechanism)
build_and_run(drive_and_measure ${SOURCE_DIR}/../../examples/drive_and_measure)
build_and_run(arm_pushes_block ${SOURCE_DIR}/../../examples/arm_pushes_block)
