#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""npz.py FILE: name, type, shape and values of each array."""
import ast
import struct
import sys
import zipfile

FORMS = {"f8": "d", "f4": "f", "i8": "q", "i4": "i", "i1": "b", "u1": "B", "u8": "Q", "b1": "?"}


def shown(name, data):
    length = struct.unpack_from("<H", data, 8)[0]
    head = ast.literal_eval(data[10:10 + length].decode())
    order, kind = head["descr"][0], head["descr"][1:]
    body = data[10 + length:]
    if kind[0] == "U":
        values = [repr(body[i:i + 4 * int(kind[1:])].decode("utf-32-le").rstrip("\0"))
                  for i in range(0, len(body), 4 * int(kind[1:]))]
    elif kind[0] == "S":
        values = [repr(body[i:i + int(kind[1:])].rstrip(b"\0").decode()) for i in range(0, len(body), int(kind[1:]))]
    else:
        count = len(body) // struct.calcsize(FORMS[kind])
        values = [f"{x:.10g}" for x in struct.unpack(f"{'<' if order == '|' else order}{count}{FORMS[kind]}", body)]
    return f"{name} {head['descr']} {head['shape']} fortran {head['fortran_order']}: {' '.join(values)}"


with zipfile.ZipFile(sys.argv[1]) as archive:
    for each in archive.infolist():
        print(shown(each.filename, archive.read(each)))
