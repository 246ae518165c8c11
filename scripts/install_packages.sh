#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that are missing. Usage: install_packages.sh build|test|python|peers|package|docs|web
set -euo pipefail

build=(g++ cmake ninja-build libeigen3-dev libtbb-dev libfmt-dev libcli11-dev nlohmann-json3-dev
       libboost-dev libhdf5-dev libqhull-dev libwebsockets-dev zlib1g-dev
       libexpat1-dev libmeshoptimizer-dev libpng-dev python3-minimal)
test=("${build[@]}" doctest-dev python3 python3-dev python3-venv python3-numpy python3-h5py)
python=("${build[@]}" python3-dev python3-venv)
# Node, npm and a browser may come from elsewhere; Debian's npm is 370 small packages.
major=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p' || true)
if [ "${major:-0}" -lt 18 ] || ! command -v npm >/dev/null; then
  build+=(nodejs npm); test+=(nodejs npm); python+=(nodejs npm)
fi
command -v chromium chromium-browser google-chrome >/dev/null || test+=(chromium)
peers=("${build[@]}" libode-dev libdart-dev libbullet-dev libsiconos-numerics-dev
       libsimbody-dev)
packaging=("${build[@]}" dpkg-dev file)
docs=(doxygen python3 python3-venv)

web=(cmake ninja-build emscripten libeigen3-dev libfmt-dev nlohmann-json3-dev)
if [ "${major:-0}" -lt 18 ] || ! command -v npm >/dev/null; then web+=(nodejs npm); fi

case "${1:-}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${test[@]}") ;;
  python) wanted=("${python[@]}") ;;
  peers) wanted=("${peers[@]}") ;;
  package) wanted=("${packaging[@]}") ;;
  docs) wanted=("${docs[@]}") ;;
  web) wanted=("${web[@]}") ;;
  *) echo "usage: $0 build|test|python|peers|package|docs|web" >&2; exit 2 ;;
esac

missing=()
for package in "${wanted[@]}"; do
  status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [ "$status" = "install ok installed" ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "All ${#wanted[@]} Debian packages are installed."
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "Run as root or install sudo; missing: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
