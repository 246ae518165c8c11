# SPDX-License-Identifier: Apache-2.0
"""Shapes from mesh files."""
from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from . import _core
from .vectors import finite, refuse


def convex_parts(file: str | os.PathLike[str], *, threshold: float = 0.05, scale: float = 1.0) -> list[NDArray[np.float64]]:
    """Cuts a mesh file (.stl, .obj, .dae, .glb, .gltf) into convex parts and returns the corners of each, (n, 3), times
    `scale`: hulls of one body that moves, as a mug or a gear.

        shapes = [{"hull": {"vertices": corners.tolist()}} for corners in perpend.convex_parts("mug.stl", scale=0.001)]

    threshold: from 0.01 to 1; how far the hull of a part may be from the part, with the mesh scaled into a cube of
    side 2. A mesh that is not closed is replaced by a closed one around it. Runs CoACD (Wei et al. 2022), the package
    `coacd`. Raises InputError on a file that cannot be read or cut, InvalidArgument on a wrong argument."""
    if not isinstance(file, (str, os.PathLike)):
        refuse("file", "the path of a mesh", file)
    factor = finite("scale", scale)
    if factor == 0:
        refuse("scale", "other than 0", scale)
    limit = checked_threshold("threshold", threshold)
    return [factor * corners for corners in _core.convex_parts(os.fspath(file), limit)]


def checked_threshold(name: str, value: float) -> float:
    """Returns a threshold of convex_parts()."""
    given = finite(name, value)
    return given if 0.01 <= given <= 1 else refuse(name, "from 0.01 to 1", value)
