#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles the engine to WebAssembly and makes one page of it with the live view and the scenes: it
# opens from a file or any static server, and needs no other. Usage: web.sh [FOLDER], by default
# build/wasm/page.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh web
cmake --preset wasm
cmake --build --preset wasm
folder=${1:-build/wasm/page}
if [ "$folder" != build/wasm/page ]; then
  mkdir -p "$folder"
  cp build/wasm/page/index.html "$folder"
fi
echo "Open $folder/index.html, or $folder/index.html#scene=card_house&mu=0.3"
