# SPDX-License-Identifier: Apache-2.0
# perpend_embed(target file symbol)
# Compiles the bytes of `file` into `target` and gives it the header "embedded/<symbol>.hpp" with
#   namespace perpend::embedded { std::string_view <symbol>(); }
# Works as a script too: cmake -DINPUT= -DOUTPUT= -DSYMBOL= -P perpend_embed.cmake
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(READ ${INPUT} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(WRITE ${OUTPUT}
    "#include \"embedded/${SYMBOL}.hpp\"\n"
    "namespace {\nconst unsigned char kBytes[] = {${bytes}};\n}\n"
    "std::string_view perpend::embedded::${SYMBOL}() {\n"
    "  return {reinterpret_cast<const char*>(kBytes), sizeof kBytes};\n}\n")
  return()
endif()

set(PERPEND_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(perpend_embed target file symbol)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embed_${target})
  set(source ${folder}/${symbol}.cpp)
  file(CONFIGURE OUTPUT ${folder}/embedded/${symbol}.hpp @ONLY CONTENT
"#pragma once
#include <string_view>
namespace perpend::embedded {
std::string_view @symbol@();
}
")
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${source} -DSYMBOL=${symbol}
            -P ${PERPEND_EMBED_SCRIPT}
    DEPENDS ${file} ${PERPEND_EMBED_SCRIPT} VERBATIM)
  target_sources(${target} PRIVATE ${source})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
