# SPDX-License-Identifier: Apache-2.0
"""Contact problems on the exact friction cone, on NumPy arrays."""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from .lcp import Solution, bound, problem
from .vectors import named, whole


def solve(A: ArrayLike, b: ArrayLike, mu: ArrayLike, *, tangents: int = 2, method: str = "auto",
          warm: ArrayLike | None = None) -> Solution:
    """Solves Signorini's and Coulomb's laws for a = A f + b: 0 <= f_n ⊥ a_n >= 0, |f_t| <= mu f_n, and
    f_t opposite to a_t and at its limit where a_t does not vanish.

    A: (n, n) symmetric positive semidefinite (Delassus matrix), b: (n,), mu: a number or (contacts,).
    Row order: normal, then `tangents` (0, 1 or 2) tangents, contact by contact; rows after the last
    contact are bilateral."""
    A, b, warm = problem(A, b, warm)
    tangents = whole("tangents", tangents, 0)
    count = b.size // (1 + tangents) if np.ndim(mu) == 0 else np.size(mu)
    return Solution(**_core.solve_cone(A, b, bound("mu", mu, count), tangents, named("method", method), warm))
