# SPDX-License-Identifier: Apache-2.0
"""Linear and boxed complementarity problems on NumPy arrays."""
from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from .vectors import brief, named, numbers, shaped


@dataclasses.dataclass(repr=False)
class Solution:
    """A solution. status is "solved" only if residual <= residual_bound, as found by a residual checker that
    shares no code with the solvers; otherwise f is the best point found."""

    f: NDArray[np.float64]  #: (n,) forces or impulses
    a: NDArray[np.float64]  #: (n,) A f + b
    status: str  #: solved, ray, limit, infeasible, invalid
    method: str  #: the method that gave f
    residual: float  #: natural map over max |b|
    residual_bound: float
    pivots: int
    factorisations: int
    ray: NDArray[np.float64]  #: (n,) if status is ray or infeasible, else empty

    @property
    def solved(self) -> bool:
        return self.status == "solved"

    def __repr__(self) -> str:
        return brief(self, [field.name for field in dataclasses.fields(self)])


def problem(A: ArrayLike, b: ArrayLike, warm: ArrayLike | None
            ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64] | None]:
    """Returns A, b and warm as the solvers take them; raises InvalidArgument on wrong shapes."""
    given = shaped("b", b, ("n",))
    return shaped("A", A, (given.size, given.size)), given, None if warm is None else shaped("warm", warm, given.shape)


def bound(name: str, values: ArrayLike, count: int) -> NDArray[np.float64]:
    """Returns (count,) numbers, from as many or from a single one."""
    given = numbers(name, values, "numbers")
    return np.full(count, given) if given.ndim == 0 else shaped(name, given, (count,))


def solve(A: ArrayLike, b: ArrayLike, lo: ArrayLike | None = None, hi: ArrayLike | None = None, *, method: str = "auto",
          warm: ArrayLike | None = None) -> Solution:
    """Solves for f with 0 <= f ⊥ A f + b >= 0; with bounds lo <= f <= hi (infinite where a row has none):
    (A f + b)_i = 0 between them, >= 0 at lo, <= 0 at hi.

    A: (n, n), b, lo, hi, warm: (n,). `warm` is an initial guess of f. Methods: `perpend list --solvers`.
    Raises InvalidArgument on wrong sizes, NaN, or a method that does not support the problem."""
    A, b, warm = problem(A, b, warm)
    named("method", method)
    if lo is None and hi is None:
        return Solution(**_core.solve_lcp(A, b, method, warm))
    lo = bound("lo", 0.0 if lo is None else lo, b.size)
    hi = bound("hi", np.inf if hi is None else hi, b.size)
    return Solution(**_core.solve_boxed(A, b, lo, hi, method, warm))
