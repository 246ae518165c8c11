#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds to a wheel that auditwheel repaired the libraries that its policy leaves to the system, such as zlib and expat,
so that the wheel needs none but those of glibc and of GCC; fails where it does. Usage: complete_wheel.py WHEEL"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SYSTEM = {"libc", "libm", "libdl", "libpthread", "librt", "libresolv", "libutil", "libstdc++", "libgcc_s"}


def outside(folder):
    """Libraries that files of the folder find elsewhere: name, path."""
    found = {}
    for file in folder.rglob("*"):
        if not file.is_file() or file.read_bytes()[:4] != b"\x7fELF":
            continue
        listed = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout
        for name, path in re.findall(r"(\S+) => (.+?)(?: \(0x[0-9a-f]+\))?\n", listed):
            if name.split(".so")[0] not in SYSTEM and not pathlib.Path(path).is_relative_to(folder):
                found[name] = path
    return found


def main(wheel):
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, "-m", "wheel", "unpack", "--dest", scratch, wheel], check=True)
        folder, = pathlib.Path(scratch).resolve().iterdir()
        libraries, = folder.glob("*.libs")
        for name, path in outside(folder).items():
            print(f"adds {name}")
            shutil.copy(path, libraries / name)
        for library in libraries.iterdir():
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", library], check=True)
        if left := outside(folder):
            sys.exit(f"{wheel} needs {', '.join(f'{name} ({path})' for name, path in left.items())}")
        subprocess.run([sys.executable, "-m", "wheel", "pack", "--dest-dir", pathlib.Path(wheel).parent, folder], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
