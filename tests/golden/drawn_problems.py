# SPDX-License-Identifier: Apache-2.0
"""Complementarity and contact problems alone, by every method that takes them."""

import numpy as np
import perpend

from drawn_case import drawing

LCP = ("auto", "dantzig", "keller", "lemke", "murty", "block", "qp", "pgs")
UNSYMMETRIC = ("auto", "dantzig", "lemke", "murty", "block")
CONE = ("auto", "dantzig", "keller", "lemke", "proximal", "pgs", "alart_curnier", "fischer_burmeister", "interior")


def array(draw, *shape):
    return np.array([draw.gauss(0, 1) for _ in range(int(np.prod(shape)))]).reshape(shape)


def matrix(draw, n, rank):
    """Symmetric, positive definite where the rank is full."""
    j = array(draw, n, rank)
    return j @ j.T + 1e-3 * np.eye(n)


def put(found, work, solution, method):
    found.setdefault("f", []).extend(solution.f.tolist())
    found.setdefault("a", []).extend(solution.a.tolist())
    found.setdefault("counts", []).append(float(solution.solved))
    found.setdefault("bound", []).append(solution.residual_bound)
    for name in ("pivots", "factorisations"):
        key = f"{method}_{name}"
        work[key] = work.get(key, 0) + getattr(solution, name)
    answered = f"answered_by_{solution.method}"
    work[answered] = work.get(answered, 0) + 1


def complementarity(method, draw, off, found, work):
    for n, rank, skew, boxed, warmed in ((1, 1, 0, 0, 0), (3, 3, 0, 0, 0), (6, 4, 0, 0, 1), (9, 9, 0, 1, 0),
                                         (12, 8, 0, 1, 1), (7, 7, 1, 0, 0), (8, 8, 1, 1, 0), (24, 20, 0, 1, 0)):
        A, b = matrix(draw, n, rank), array(draw, n)
        if skew:
            s = array(draw, n, n)
            A = A + 0.5 * (s - s.T) if method in UNSYMMETRIC else A
        lo, hi = (-np.abs(array(draw, n)), np.abs(array(draw, n))) if boxed else (None, None)
        if boxed:
            lo[::3], hi[1::4] = -np.inf, np.inf
        warm = np.abs(array(draw, n)) * (array(draw, n) > 0) if warmed else None
        solution = perpend.lcp.solve(A * (1 + off), b, lo, hi, method=method, warm=warm)
        put(found, work, solution, method)
        again = perpend.lcp.solve(A * (1 + off), b, lo, hi, method=method, warm=solution.f)
        put(found, work, again, f"{method}_again")


def cones(method, draw, off, found, work):
    for count, tangents, joined, mu in ((1, 2, 0, 0.4), (2, 2, 0, 0.9), (3, 2, 2, 0.3), (4, 1, 0, 0.6), (3, 1, 1, 0.2),
                                        (2, 0, 1, 0.0), (6, 2, 0, 0.5), (5, 2, 1, 1.3)):
        if tangents == 0 and method in CONE[6:]:
            continue
        n = count * (1 + tangents) + joined
        A, b = matrix(draw, n, n + 2), array(draw, n)
        given = np.array([mu * draw.uniform(0.7, 1.4) for _ in range(count)])
        solution = perpend.cone.solve(A * (1 + off), b, given, tangents=tangents, method=method)
        put(found, work, solution, method)
        again = perpend.cone.solve(A * (1 + off), b * 1.01, given, tangents=tangents, method=method, warm=solution.f)
        put(found, work, again, f"{method}_again")


def names():
    return [*(f"problems/lcp/{method}_{k}" for method in LCP for k in range(4)),
            *(f"problems/cone/{method}_{k}" for method in CONE for k in range(4))]


def read(name, off):
    """(fields, work) where the matrix is off by a share."""
    found, work = {}, {}
    _, kind, rest = name.split("/")
    method, k = rest.rsplit("_", 1)
    {"lcp": complementarity, "cone": cones}[kind](method, drawing(f"{kind}{k}"), off, found, work)
    return found, work
