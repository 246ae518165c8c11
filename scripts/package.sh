#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds for any x86-64-v3 processor and makes the Debian packages perpend and libperpend-dev in dist/.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh package
echo "Building the program: about 7 minutes on two cores."
cmake --preset portable -DPERPEND_TESTS=OFF -DPERPEND_PEERS=OFF
cmake --build --preset portable --target perpend_cli
cpack --config build/portable/CPackConfig.cmake
rm -rf dist/_CPack_Packages
