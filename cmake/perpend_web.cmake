# SPDX-License-Identifier: Apache-2.0
# perpend_embed_script(target page)
# Compiles the script that web/src/<page> is built into by npm's packages (docs/decisions.md) into
# `target`, as perpend::embedded::<page>_js().
set(PERPEND_WEB_SCRIPTS "" CACHE PATH
  "Folder with scripts of pages built elsewhere, for machines without npm; empty: build them here")
set(PERPEND_WEB ${PROJECT_BINARY_DIR}/web)

# perpend_find_node(): PERPEND_NODE and PERPEND_NPM, or an error that says what to install.
function(perpend_find_node)
  find_program(PERPEND_NODE NAMES node nodejs)
  find_program(PERPEND_NPM npm)
  if(PERPEND_NODE AND PERPEND_NPM)
    execute_process(COMMAND ${PERPEND_NODE} --version OUTPUT_VARIABLE version
      OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 GREATER_EQUAL 18)
      return()
    endif()
  endif()
  message(FATAL_ERROR "The scripts of the pages are built with Node 18 or newer and npm; found "
    "node '${PERPEND_NODE}' ${version}, npm '${PERPEND_NPM}'. `scripts/install_packages.sh build` "
    "installs them; -DPERPEND_WEB_SCRIPTS=FOLDER takes scripts built elsewhere by web/build.mjs.")
endfunction()

if(PERPEND_WEB_SCRIPTS)
  set(PERPEND_WEB_DIST ${PERPEND_WEB_SCRIPTS})
else()
  perpend_find_node()
  set(PERPEND_WEB_DIST ${PERPEND_WEB}/dist)
  set(web ${PROJECT_SOURCE_DIR}/web)
  # Tests of pages need one package more.
  set(npm_ci ${PERPEND_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  if(NOT PERPEND_TESTS)
    list(APPEND npm_ci --omit=dev)
  endif()
  add_custom_command(OUTPUT ${PERPEND_WEB}/packages.stamp
    COMMAND ${CMAKE_COMMAND} -E copy ${web}/package.json ${web}/package-lock.json ${PERPEND_WEB}
    COMMAND ${CMAKE_COMMAND} -E chdir ${PERPEND_WEB} ${npm_ci}
    COMMAND ${CMAKE_COMMAND} -E touch ${PERPEND_WEB}/packages.stamp
    DEPENDS ${web}/package.json ${web}/package-lock.json
    COMMENT "npm: packages of the pages, about 10 MB" VERBATIM)
  file(MAKE_DIRECTORY ${PERPEND_WEB})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/*)
  set(scripts run live compare bench)
  list(TRANSFORM scripts PREPEND ${PERPEND_WEB_DIST}/)
  list(TRANSFORM scripts APPEND .js)
  add_custom_command(OUTPUT ${scripts}
    COMMAND ${CMAKE_COMMAND} -E env PERPEND_NODE_MODULES=${PERPEND_WEB}/node_modules
            ${PERPEND_NODE} ${web}/build.mjs ${PERPEND_WEB_DIST}
    DEPENDS ${PERPEND_WEB}/packages.stamp ${web}/build.mjs ${web}/modules.mjs ${sources}
    COMMENT "Building the scripts of the pages" VERBATIM)
  add_custom_target(perpend_web DEPENDS ${scripts})
endif()

function(perpend_embed_script target page)
  perpend_embed(${target} ${PERPEND_WEB_DIST}/${page}.js ${page}_js)
  if(TARGET perpend_web)
    add_dependencies(${target} perpend_web)
  endif()
endfunction()
