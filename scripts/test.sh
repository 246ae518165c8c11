#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the tests need, builds everything and runs every test.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh test
echo "Building everything and running the tests: about 12 minutes on two cores."
cmake --preset release -DPERPEND_TESTS=ON
cmake --build --preset release
ctest --preset release
