#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and runs a scene (the Brazil nut unless another is named).
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh build
cmake --preset release -DPERPEND_TESTS=OFF
cmake --build --preset release --target perpend_cli
exec build/release/bin/perpend run "${@:-brazil_nut}"
