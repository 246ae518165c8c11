# SPDX-License-Identifier: Apache-2.0
import numpy as np
import perpend
import pytest


def random_matrix(rng, n, rank):
    half = rng.normal(size=(n, rank))
    return half @ half.T


@pytest.mark.parametrize("seed", range(20))
def test_an_lcp_is_complementary(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    A = random_matrix(rng, n, n)
    b = rng.normal(size=n)
    solution = perpend.lcp.solve(A, b)
    assert solution.solved and solution.residual <= solution.residual_bound
    scale = np.abs(b).max()
    assert (solution.f >= 0).all()
    assert (A @ solution.f + b >= -1e-9 * scale).all()
    assert np.abs(np.minimum(solution.f * np.diag(A), A @ solution.f + b)).max() <= 1e-9 * scale


@pytest.mark.parametrize("seed", range(20))
def test_a_boxed_problem_keeps_its_bounds(seed):
    rng = np.random.default_rng(100 + seed)
    n = int(rng.integers(1, 30))
    A = random_matrix(rng, n, n) + 0.1 * np.eye(n)
    b = rng.normal(size=n)
    lo, hi = -rng.uniform(0, 1, n), rng.uniform(0, 1, n)
    hi[0] = np.inf
    solution = perpend.lcp.solve(A, b, lo, hi)
    a = A @ solution.f + b
    assert solution.solved
    assert (lo <= solution.f).all() and (solution.f <= hi).all()
    projected = np.clip(solution.f - a / np.diag(A), lo, hi)
    assert projected == pytest.approx(solution.f, abs=1e-8)


@pytest.mark.parametrize("seed", range(20))
def test_the_friction_cone_has_coulombs_law(seed):
    rng = np.random.default_rng(200 + seed)
    contacts, mu = int(rng.integers(1, 10)), rng.uniform(0.05, 1)
    A = random_matrix(rng, 3 * contacts, 3 * contacts)
    b = rng.normal(size=3 * contacts)
    solution = perpend.cone.solve(A, b, mu)
    assert solution.solved
    f, a = solution.f.reshape(-1, 3), (A @ solution.f + b).reshape(-1, 3)
    scale = np.abs(b).max()
    shear = np.linalg.norm(f[:, 1:], axis=1)
    assert (f[:, 0] >= -1e-8).all() and (a[:, 0] >= -1e-8 * scale).all()
    assert (shear <= mu * f[:, 0] * (1 + 1e-7) + 1e-8).all()
    for k in range(contacts):
        slip = np.linalg.norm(a[k, 1:])
        if slip > 1e-6 * scale and f[k, 0] > 1e-6:
            assert f[k, 1:] == pytest.approx(-mu * f[k, 0] * a[k, 1:] / slip, rel=1e-4, abs=1e-7)


def test_a_ray_is_a_status():
    solution = perpend.lcp.solve([[0.0]], [-1.0])
    assert solution.status in ("ray", "infeasible") and not solution.solved


def test_a_warm_start_costs_less():
    rng = np.random.default_rng(3)
    A, b = random_matrix(rng, 60, 60), rng.normal(size=60)
    cold = perpend.lcp.solve(A, b, method="keller")
    warm = perpend.lcp.solve(A, b, method="keller", warm=cold.f)
    assert cold.solved and warm.solved and warm.pivots < cold.pivots


def test_wrong_arguments_are_named():
    with pytest.raises(perpend.InvalidArgument, match="method"):
        perpend.lcp.solve([[1.0]], [1.0], method="magic")
    with pytest.raises(perpend.InvalidArgument):
        perpend.lcp.solve([[1.0]], [1.0, 2.0])
    with pytest.raises(perpend.InvalidArgument):
        perpend.lcp.solve([[np.nan]], [1.0])
    with pytest.raises(perpend.InvalidArgument, match="tangents"):
        perpend.cone.solve([[1.0]], [1.0], 0.5, tangents=3)


def test_arrays_of_other_layouts_are_read():
    A = np.asfortranarray([[2, 1], [0, 3]], dtype=np.float32)
    solution = perpend.lcp.solve(A, [-1, -1], method="lemke")
    assert A @ solution.f == pytest.approx([1, 1])
