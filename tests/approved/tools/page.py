#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""page.py FILE: the data of a page, its packed columns as numbers, and all text around it but scripts and styles."""
import base64
import json
import re
import struct
import sys
import zlib

DATA = re.compile(r'<script id="data" type="application/json">(.*?)</script>', re.S)
WHOLE = {"a": "i", "b": "i", "offset": "i", "status": "b", "broken": "b"}


def unpacked(text, form):
    planes = zlib.decompress(base64.b64decode(text))
    size = struct.calcsize(form)
    count = len(planes) // size
    data = bytes(planes[k * count + i] for i in range(count) for k in range(size))
    return [float(f"{x:.6g}") for x in struct.unpack(f"<{count}{form}", data)]


def shown(value, key=""):
    if isinstance(value, dict):
        return {name: shown(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [shown(each, key) for each in value]
    if isinstance(value, str) and value.startswith("eF"):  # deflated at the level that pages have
        return unpacked(value, WHOLE.get(key, "f"))
    return value


def lines(value, path):
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from lines(each, f"{path}.{key}")
    elif isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        for i, each in enumerate(value):
            yield from lines(each, f"{path}[{i}]")
    else:
        yield f"{path} {json.dumps(value, ensure_ascii=False)}"


def main(file):
    with open(file, encoding="utf-8") as page:
        text = page.read()
    for line in lines(shown(json.loads(DATA.search(text).group(1))), ""):
        print(line)
    print(re.sub(r"<(script|style)\b.*?</\1>", r"<\1>", text, flags=re.S))


main(sys.argv[1])
