# SPDX-License-Identifier: Apache-2.0
"""Contact problems that only files can pose: sliding contacts, other laws, masses in place of a matrix."""

import json
import pathlib
import subprocess
import tempfile

import numpy as np

from drawn_case import drawing
from drawn_problems import array, matrix

LAWS = ("coulomb", "opposing", "box")
KINDS = ("static", "dynamic", "frictionless")


def contact(kind, tangents, draw):
    if kind == "frictionless":
        return {"kind": kind}
    keys = {"kind": kind, "tangents": tangents, "mu_s": draw.uniform(0.5, 0.8), "mu_k": draw.uniform(0.2, 0.45)}
    if kind == "dynamic":
        angle = draw.uniform(0, 6)
        keys["direction"] = [np.cos(angle), np.sin(angle)] if tangents == 2 else 1
    return keys


def contacts(name, off):
    """As JSON: contacts of all kinds and some bilateral rows."""
    draw = drawing(name)
    law = LAWS[int(name[-1]) % 3]
    tangents = 1 if law == "opposing" and draw.random() < 0.5 else 2
    kinds = [draw.choice(KINDS[:2] if law == "opposing" else KINDS) for _ in range(draw.randint(1, 4))]
    all_of = [contact(kind, tangents, draw) for kind in kinds]
    row = 0
    for each in all_of:
        each["row"] = row
        row += 1 + each.get("tangents", 0)
    n = row + draw.randint(0, 2)
    A, b = (1 + off) * matrix(draw, n, n + 2), array(draw, n)
    for each in all_of:
        b[each["row"]] = -abs(b[each["row"]]) - 0.3
    return json.dumps({"A": A.tolist(), "b": b.tolist(), "law": law, "contacts": all_of}), ".json"


def printed(values):
    return " ".join(f"{x:.17g}" for x in np.asarray(values).ravel(order="F"))


def dense(values):
    rows, columns = values.shape
    return f"0 {rows} {columns}\n{rows} {columns}\n{printed(values)}\n"


def masses(name, off):
    """As text: M v = f + H r, u = H' v + w; M of blocks of six, not always symmetric."""
    draw = drawing(name)
    bodies, count = draw.randint(1, 3), draw.randint(1, 4)
    M = np.zeros((6 * bodies, 6 * bodies))
    for k in range(bodies):
        block = matrix(draw, 6, 8)
        if int(name[-1]) % 2:
            spin = array(draw, 6, 6)
            block = block + 0.2 * (spin - spin.T)
        M[6 * k:6 * k + 6, 6 * k:6 * k + 6] = block
    H = array(draw, 6 * bodies, 3 * count)
    parts = [dense((1 + off) * M), dense(H), printed(array(draw, 6 * bodies)), printed(array(draw, 3 * count)),
             printed([draw.uniform(0.1, 0.9) for _ in range(count)])]
    return f"3 {count}\n" + "\n".join(parts) + "\n", ".dat"


def names():
    return [f"files/{kind}_{k}" for kind in ("contacts", "masses") for k in range(9)]


def read(name, program, off):
    """(fields, work) where the matrix is off by a share; answers of all methods."""
    make = masses if "masses" in name else contacts
    text, suffix = make(name, off)
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, f"problem{suffix}")
        file.write_text(text)
        done = subprocess.run([program, "solve", file, "--solver", "all", "--json"], capture_output=True, text=True,
                              timeout=60, check=False)
    found, work = {}, {}
    for answer in json.loads(done.stdout)["answers"]:
        solver = answer["solver"]
        found[f"f_{solver}"] = [x for x in answer["f"] if x is not None]
        found[f"a_{solver}"] = [x for x in answer["a"] if x is not None]
        found.setdefault("solved", []).append(float(answer["status"] == "solved"))
        found.setdefault("bound", []).append(answer["residual_bound"])
        for key in ("pivots", "factorisations"):
            work[f"{solver}_{key}"] = answer[key]
    return found, work
