#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation site in build/docs/site: the pages of docs, the C++ reference by Doxygen,
# the Python reference from the docstrings. Usage: docs.sh [PROGRAM]; where there is a program (default
# build/release/bin/perpend), the gallery gets the pages of its scenes, and where scripts/web.sh has made
# the page with the engine in it, scenes that run.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh docs
python=build/docs-environment/bin/python
[ -x $python ] || python3 -m venv build/docs-environment
$python -m pip install --quiet -r docs/site/requirements.txt
program=${1:-build/release/bin/perpend}
[ -x "$program" ] || { echo "Without $program the gallery has no pages of runs."; program=; }
$python docs/site/stage.py build/docs/pages $program
NO_MKDOCS_2_WARNING=1 $python -m mkdocs build --strict --quiet --config-file docs/site/mkdocs.yml
PERPEND_VERSION=$(sed -n 's/^project(perpend VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) doxygen docs/site/Doxyfile
python3 tests/site_test.py build/docs/site
modules=build/wasm/web/node_modules
if [ -e build/docs/site/live.html ] && [ -d $modules ] && command -v chromium >/dev/null; then
  PERPEND_NODE_MODULES=$PWD/$modules node web/test/gallery_test.mjs build/docs/site
fi
echo "Open build/docs/site/index.html, or with search: python3 -m http.server --directory build/docs/site"
