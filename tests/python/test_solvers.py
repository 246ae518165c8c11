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


def test_an_answer_has_the_rows_and_the_method_that_was_asked_for():
    rng = np.random.default_rng(8)
    A, b = random_matrix(rng, 7, 7) + np.diag(np.arange(1.0, 8)), rng.normal(size=7)
    for method in ("lemke", "keller"):
        solution = perpend.lcp.solve(A, b, method=method)
        assert solution.method == method and solution.f.shape == solution.a.shape == (7,)
        assert solution.a == pytest.approx(A @ solution.f + b, abs=1e-12) and solution.ray.size == 0
        assert solution.pivots > 0
    skew = rng.normal(size=(7, 7))
    skew = A + skew - skew.T  # rows are not columns
    solution = perpend.lcp.solve(skew, b, method="lemke")
    assert solution.solved and np.abs(np.minimum(solution.f, skew @ solution.f + b)).max() < 1e-9


def test_a_bound_that_is_left_open_is_0_below_and_none_above():
    A, b = np.diag([1.0, 2.0, 4.0]), np.array([-3.0, 5.0, 1.0])
    assert perpend.lcp.solve(A, b, hi=2.0).f == pytest.approx([2, 0, 0], abs=1e-12)
    assert perpend.lcp.solve(A, b, lo=-1.0).f == pytest.approx([3, -1, -0.25], abs=1e-12)
    assert perpend.lcp.solve(A, b, lo=[-1, -9, 0]).f == pytest.approx([3, -2.5, 0], abs=1e-12)
    assert perpend.lcp.solve(A, b, lo=[1, -9, -9], hi=[2, -3, np.inf]).f == pytest.approx([2, -3, -0.25], abs=1e-12)
    for answer in (perpend.lcp.solve(A, b, lo=-1.0), perpend.lcp.solve(A, b, lo=-1.0, warm=[3, -1, -0.25])):
        assert answer.solved and answer.a == pytest.approx([0, 3, 0], abs=1e-12)


def test_a_ray_is_the_direction_in_which_there_is_no_answer():
    solution = perpend.lcp.solve([[1.0, -1, 0], [-1, 1, 0], [0, 0, 2]], [-1.0, -1, -4], method="lemke")
    assert solution.status == "infeasible" and not solution.solved
    assert solution.ray == pytest.approx([np.sqrt(0.5), np.sqrt(0.5), 0], abs=1e-12)


@pytest.mark.parametrize("tangents", [0, 1, 2])
def test_rows_of_contacts_with_friction_of_their_own_come_before_bilateral_ones(tangents):
    rng = np.random.default_rng(40 + tangents)
    for _ in range(10):
        mu, width = np.array([0.1, 0.9, 0.4]), 1 + tangents
        n = 3 * width + 2
        A, b = random_matrix(rng, n, n) + np.eye(n), 3 * rng.normal(size=n)
        solution = perpend.cone.solve(A, b, mu, tangents=tangents)
        assert solution.solved
        a = A @ solution.f + b
        assert a[3 * width:] == pytest.approx([0, 0], abs=1e-7) and solution.a == pytest.approx(a, abs=1e-10)
        for k in range(3):
            f, slip = solution.f[k * width:(k + 1) * width], np.linalg.norm(a[k * width + 1:(k + 1) * width])
            assert min(f[0], a[k * width]) == pytest.approx(0, abs=1e-7)
            assert np.linalg.norm(f[1:]) <= mu[k] * f[0] + 1e-7
            if slip > 1e-5:
                assert f[1:] == pytest.approx(-mu[k] * f[0] * a[k * width + 1:(k + 1) * width] / slip, abs=1e-5)
    with pytest.raises(perpend.InvalidArgument, match="^tangents must be a whole number from 0 on, got -1"):
        perpend.cone.solve(A, b, mu, tangents=-1)


def test_friction_that_is_one_number_is_that_of_every_contact():
    rng = np.random.default_rng(50)
    A, b = random_matrix(rng, 6, 6) + np.eye(6), 3 * rng.normal(size=6)
    assert np.array_equal(perpend.cone.solve(A, b, 0.3, tangents=1).f,
                          perpend.cone.solve(A, b, [0.3] * 3, tangents=1).f)
    warm = perpend.cone.solve(A, b, 0.3, warm=perpend.cone.solve(A, b, 0.3).f)
    assert warm.solved and warm.f == pytest.approx(perpend.cone.solve(A, b, [0.3, 0.3]).f, abs=1e-7)


def test_a_solution_shows_its_numbers_and_of_many_the_shape():
    few = perpend.lcp.solve([[2.0, 1.0], [1.0, 2.0]], [-1.0, -1.0])
    assert repr(few).startswith("Solution(f=[0.333333, 0.333333], a=[")
    many = perpend.lcp.solve(np.eye(200), -np.ones(200))
    assert repr(many).startswith("Solution(f=array(200), a=array(200), status='solved'") and len(repr(many)) < 250
