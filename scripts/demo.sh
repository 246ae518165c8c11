#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and runs two scenes, or the one that is named: a house of cards
# under the exact friction cone and the Brazil nut of Hart & Anitescu 2003 under their relaxed law.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh build
echo "Building the program: about 7 minutes on two cores."
cmake --preset release -DPERPEND_TESTS=OFF
cmake --build --preset release --target perpend_cli
if [ $# -gt 0 ]; then exec build/release/bin/perpend run "$@"; fi
build/release/bin/perpend run card_house
build/release/bin/perpend run brazil_nut
