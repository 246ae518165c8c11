# SPDX-License-Identifier: Apache-2.0
"""Prints the corners of the convex parts that CoACD cuts a mesh into, as JSON.

Arguments: CoACD's threshold, and a JSON file with `vertices` and `triangles`."""
import json
import os
import sys


def main():
    try:
        import coacd
        import numpy
    except ImportError:
        sys.exit("needs the Python package coacd: pip install coacd")
    with open(sys.argv[2], encoding="utf-8") as file:
        mesh = json.load(file)
    # Files list a vertex once for each normal and texture; CoACD takes a mesh for closed where triangles share them.
    vertices, place = numpy.unique(numpy.array(mesh["vertices"]), axis=0, return_inverse=True)
    triangles = place.reshape(-1)[numpy.array(mesh["triangles"])]
    triangles = triangles[[len(set(corners)) == 3 for corners in triangles.tolist()]]
    answer = os.dup(1)
    os.dup2(2, 1)  # libraries write to standard output
    coacd.set_log_level("error")
    parts = coacd.run_coacd(coacd.Mesh(vertices, triangles), threshold=float(sys.argv[1]), seed=0)
    with os.fdopen(answer, "w") as out:
        json.dump([corners.tolist() for corners, _ in parts], out)


main()
