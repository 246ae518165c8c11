#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles the engine to WebAssembly and makes one page of it with the live view and the scenes: it
# opens from a file or any static server, and needs no other. Usage: web.sh [--test] [FOLDER], by
# default build/wasm/page; --test runs the tests of that page in Chromium too.
set -euo pipefail
cd "$(dirname "$0")/.."
tested=
[ "${1:-}" = --test ] && { tested=yes; shift; }
scripts/install_packages.sh web
[ -z "$tested" ] || scripts/install_packages.sh test
cmake --preset wasm
cmake --build --preset wasm
folder=${1:-build/wasm/page}
if [ "$folder" != build/wasm/page ]; then
  mkdir -p "$folder"
  cp build/wasm/page/index.html "$folder"
fi
if [ -n "$tested" ]; then
  PERPEND_NODE_MODULES=$PWD/build/wasm/web/node_modules node web/test/engine_test.mjs build/wasm/page/index.html
fi
echo "Open $folder/index.html, or $folder/index.html#scene=card_house&mu=0.3"
