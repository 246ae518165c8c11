# SPDX-License-Identifier: Apache-2.0
"""Laws, designs, measures, plots and tables of a study, each beside what it is by hand."""
import json
import math
import re
from statistics import NormalDist

import numpy as np
import perpend
import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
import perpend.sweep  # noqa: E402
from perpend.sweep import case, cluster, design, expression, faults, laws  # noqa: E402
from perpend.sweep import measure, page, plot, progress, table  # noqa: E402
from sweep_study import BOX, study  # noqa: E402

JUST_BELOW_1 = math.nextafter(1.0, 0)


@pytest.mark.parametrize("law, u, value", [
    ([2, 10], 0.25, 4), ({"uniform": [-1, 3]}, 0.0, -1), ({"log_uniform": [0.01, 100]}, 0.75, 10),
    ({"normal": [5, 2]}, 0.5, 5), ({"normal": [5, 2]}, NormalDist().cdf(1.5), 8),
    ({"normal": [0, 1]}, 0.0, NormalDist().inv_cdf(2.0**-54)),
    ({"integer": [5, 7]}, 0.0, 5), ({"integer": [5, 7]}, 0.34, 6), ({"integer": [5, 7]}, JUST_BELOW_1, 7),
    ({"integer": [-2, -2]}, 0.9, -2),
    ({"choice": ["a", "b", "c"]}, 0.3, "a"), ({"choice": ["a", "b", "c"]}, 0.34, "b"),
    ({"choice": ["a", "b", "c"]}, JUST_BELOW_1, "c")])
def test_a_law_maps_a_share_to_a_value(law, u, value):
    found = laws.value(law, u)
    assert found == (value if isinstance(value, (str, int)) and "uniform" not in str(law) and "normal" not in str(law)
                     else pytest.approx(value, rel=1e-12)) and laws.fault(law) == ""


@pytest.mark.parametrize("law, words", [
    (3, "is 3; expected [low, high] or one of uniform"),
    ({"normal": [1, 2], "integer": [1, 2]}, "expected [low, high]"),
    ({"cauchy": [0, 1]}, "there is no law 'cauchy'"), ([], "'uniform' needs a list"),
    ({"choice": "abc"}, "'choice' needs a list"),
    ([1], "'uniform' needs two numbers, not [1]"), ([1, "2"], "needs two numbers"), ([True, 2], "needs two numbers"),
    ([0, float("inf")], "needs two numbers"), ({"normal": [0, 0]}, "the deviation must be positive, not 0"),
    ({"integer": [1, 2.5]}, "'integer' needs whole numbers, not [1, 2.5]"),
    ({"log_uniform": [0, 1]}, "'log_uniform' needs positive"),
    ({"integer": [3, 2]}, "the low end 3 is above the high end 2"), ({"log_uniform": [2, 1]}, "is above the high end")])
def test_a_law_that_is_none_says_why(law, words):
    assert words in laws.fault(law)


def test_ends_of_laws_are_what_stands_in_them():
    assert laws.fault([1, 1]) == laws.fault({"integer": [2, 2]}) == laws.fault({"choice": [None]}) == ""
    assert laws.stated_values({"normal": [3, 99]}) == [3] and laws.stated_values([1, 2]) == [1, 2]
    assert laws.stated_values({"choice": ["x", "y"]}) == ["x", "y"]


def test_designs_multiply_the_last_running_fastest():
    designs = {"list": [{"b": 1, "c": 2}, {"b": 3, "c": 4}],
               "grid": {"a": [7, 8], "d": {"from": 2, "to": -2, "count": 3}}}
    points = design.points(designs)
    assert [tuple(point.values()) for point in points[:4]] == [(1, 2, 7, 2), (1, 2, 7, 0), (1, 2, 7, -2), (1, 2, 8, 2)]
    assert len(points) == 12 and design.names(designs) == ["b", "c", "a", "d"]
    assert list(points[0]) == ["b", "c", "a", "d"]
    assert design.stated_values(designs) == {"b": [1, 3], "c": [2, 4], "a": [7, 8], "d": [2, 0, -2]}
    assert design.points({"grid": {"a": {"from": 5, "to": 9, "count": 1}}}) == [{"a": 5}]


def test_points_of_ranges_are_those_of_their_generator_and_seed():
    ranges = {"a": [0, 1], "b": {"integer": [0, 9]}}
    points = design.points({"random": {"count": 5, "seed": 4, "ranges": ranges}})
    drawn = np.random.default_rng(4).random((5, 2))
    assert [(point["a"], point["b"]) for point in points] == [(a, math.floor(10 * b)) for a, b in drawn.tolist()]
    cubes = [design.points({"latin_hypercube": {"count": 5, "seed": seed, "ranges": ranges}}) for seed in (1, 2)]
    assert cubes[0] != cubes[1] and sorted(int(5 * point["a"]) for point in cubes[1]) == list(range(5))
    assert {5 * point["a"] % 1 for point in cubes[1]} != {0.0}


@pytest.mark.parametrize("designs, element, words", [
    ([], "parameters", "there are none"), ({"grid": 3}, "parameters/grid", "needs parameters with their values"),
    ({"grid": {"a": {"from": 1, "to": 2}}}, "parameters/grid/a", "needs a list or"),
    ({"grid": {"a": {"from": 1, "to": 2, "count": 3, "step": 1}}}, "parameters/grid/a", "needs a list or"),
    ({"grid": {"a": {"from": "1", "to": 2, "count": 3}}}, "parameters/grid/a", "from and to need numbers"),
    ({"grid": {"a": {"from": 1, "to": 2, "count": 0}}}, "parameters/grid/a",
     "count needs a whole number from 1 on, not 0"),
    ({"grid": {"a": {"from": 1, "to": 2, "count": 2.0}}}, "parameters/grid/a", "count needs a whole number"),
    ({"grid": {"a": {"from": 1, "to": 2, "count": 2, "scale": "cubic"}}}, "parameters/grid/a",
     "scale is linear or log, not 'cubic'"),
    ({"grid": {"a": {"from": 1, "to": 0, "count": 2, "scale": "log"}}}, "parameters/grid/a",
     "a logarithmic scale needs positive ends"),
    ({"list": []}, "parameters/list", "needs a list of points"),
    ({"list": [{"a": 1}, {}]}, "parameters/list", "needs a list of points"),
    ({"list": [{"a": 1}, {"a": 1}, {"b": 1, "c": 2}]}, "parameters/list", "point 2 has b, c, the first one a"),
    ({"random": {"count": 3, "seed": -1, "ranges": {"a": [0, 1]}}}, "parameters/random/seed",
     "needs a whole number from 0 on, not -1"),
    ({"random": {"count": 3, "seed": 1, "ranges": {"a": [0, 1]}, "points": 3}}, "parameters/random/points",
     "unknown key"),
    ({"random": {"count": True, "seed": 1, "ranges": {"a": [0, 1]}}}, "parameters/random/count",
     "needs a whole number from 1 on"),
    ({"latin_hypercube": {"count": 3, "seed": 1, "ranges": {}}}, "parameters/latin_hypercube", "needs ranges"),
    ({"latin_hypercube": {"count": 3, "seed": 1, "ranges": {"a": 1}}}, "parameters/latin_hypercube/ranges/a",
     "is 1; expected"),
    ({"grid": {"a": [1], "b": [2]}, "list": [{"b": 1}]}, "parameters/b", "stands in two designs")])
def test_a_design_that_is_none_says_where_and_why(designs, element, words):
    found = faults.Faults("study.json")
    assert not design.check(designs, found)
    (fault,) = found.diagnostics
    assert fault["element"] == element and words in fault["message"]


def test_noise_has_ranges_and_a_seed_and_no_count():
    for noise, elements in (({"seed": 0, "ranges": {"a": [0, 1]}}, []), ({"ranges": {"a": [0, 1]}}, ["noise/seed"]),
                            ({"seed": 0, "count": 1, "ranges": {"a": [0, 1]}}, ["noise/count"])):
        found = faults.Faults("study.json")
        design.check_ranges(noise, "noise", found, counted=False)
        assert [fault["element"] for fault in found.diagnostics] == elements


@pytest.mark.parametrize("spec, words", [
    ("time", ""), ({"worst": "time"}, ""), ({"series": "time", "at": [0, 0.5]}, ""),
    ({"series": "time", "every": 1e-3}, ""),
    (3, "needs an expression, or one of end, worst, max, min, sum, series"), ({"max": 3}, "needs an expression"),
    ({}, "needs an expression"),
    ({"max": "time", "at": [1]}, "unknown key 'at'"), ({"series": "time", "every": 1, "from": 2}, "unknown key 'from'"),
    ({"series": "time", "at": [1], "every": 1}, "needs either"),
    ({"series": "time", "every": 0}, "every needs a positive time"),
    ({"series": "time", "every": True}, "every needs a positive time"),
    ({"series": "time", "at": []}, "at needs a list of times"),
    ({"series": "time", "at": [-1]}, "at needs a list of times"),
    ({"series": "time", "at": [1, 1]}, "ascending order, each once"),
    ({"series": "time", "at": [2, 1]}, "ascending order"), ({"sum": "tim"}, "there is no 'tim'")])
def test_a_measure_that_is_none_says_why(spec, words):
    found = measure.fault(spec, {"mu": 1.0})
    assert words in found and bool(found) == bool(words)


def test_folds_take_each_step_and_not_the_start():
    world = perpend.World.from_scene(BOX, parameters={"mu": 0.3, "speed": 2.0})
    specs = {"max": "2 - time", "min": "time - 2", "sum": "1 + 0 * time", "worst": "1.5 - 100 * time", "end": "time"}
    gauges = {kind: measure.Gauge({kind: text}, world, 3) for kind, text in specs.items()}
    for step in range(1, 4):
        world.step()
        for gauge in gauges.values():
            gauge.look(step)
    found = {kind: gauge.result() for kind, gauge in gauges.items()}
    assert found == pytest.approx({"max": 1.99, "min": -1.99, "sum": 3, "worst": -1.5, "end": 0.03}, rel=1e-12)
    assert [gauge.each_step for gauge in gauges.values()] == [True, True, True, True, False]
    assert measure._FOLDS["worst"](-3.0, 2.0) == -3.0 and measure._FOLDS["worst"](2.0, -3.0) == -3.0
    assert math.isnan(measure._FOLDS["worst"](5.0, float("nan")))


@pytest.mark.parametrize("spec, dt, steps, stops", [
    ({"at": [0, 0.024, 0.026, 5]}, 0.01, 50, [0, 2, 3, 500]), ({"every": 0.02}, 0.01, 5, [0, 2, 4]),
    ({"every": 0.02}, 0.01, 4, [0, 2, 4]),
    ({"every": 0.025}, 0.01, 10, [0, 2, 5, 8, 10]), ({"every": 1.0}, 0.01, 50, [0]),
    ({"every": 0.1}, 0.001, 300, [0, 100, 200, 300])])
def test_a_series_has_its_values_at_the_nearest_steps(spec, dt, steps, stops):
    assert measure._stops(spec, dt, steps) == stops


class Asked:
    def __init__(self, stops=(), each_step=False, uses_report=False):
        self.stops, self.each_step, self.uses_report = stops, each_step, uses_report


@pytest.mark.parametrize("gauges, pieces", [
    ([], [7]), ([Asked([0, 3, 7, 9])], [3, 4]), ([Asked([3]), Asked([5], uses_report=True)], [2, 1, 1, 1, 1, 1]),
    ([Asked(uses_report=True)], [6, 1]), ([Asked(each_step=True), Asked([3])], [1] * 7)])
def test_steps_are_taken_at_once_between_values(gauges, pieces):
    assert case._pieces(gauges, 7) == pieces


def test_names_of_options_are_sorted_from_parameters():
    values = {"mu": 1, "options.dt": 2, "options.joints.damping": 3, "options.joints.stiffness": 4, "optional": 5}
    assert case.split(values) == ({"mu": 1, "optional": 5}, {"dt": 2, "joints": {"damping": 3, "stiffness": 4}})


def test_a_certificate_is_the_largest_of_the_steps_with_the_bound_of_its_own():
    steps = [{"residual": 1e-12, "residual_bound": 1e-10, "inexact": 1, "penetration": 3.0},
             {"residual": 5e-12, "residual_bound": 2e-10, "inexact": 0, "penetration": 1.0},
             {"residual": 4e-12, "residual_bound": 9e-10, "inexact": 2, "penetration": 2.0}]
    merged = dict.fromkeys(case.CERTIFICATE, 0.0)
    for step in steps:
        case._merge(merged, perpend.Report({**dict.fromkeys(case.CERTIFICATE, 0.5), **step}))
    assert merged == {"residual": 5e-12, "residual_bound": 2e-10, "velocity_residual": 0.5, "penetration": 3.0,
                      "joint_gap": 0.5,
                      "joint_angle": 0.5, "momentum_error": 0.5, "inexact": 3}


@pytest.mark.parametrize("duration, steps", [(None, 50), (0.344, 34), (0.346, 35), (0.345, 34), (0.001, 0)])
def test_a_run_ends_where_less_than_half_a_step_is_left(duration, steps):
    parts = perpend.sweep.Study.from_dict(study(duration=duration, parameters={"list": [{"mu": 0.3}]},
                                                measure={"t": "time"}))
    row = case.run_case(parts.plan(), parts.cases()[0])
    assert row["status"] == "ok" and round(row["time"] / 0.01) == steps and row["measured"]["t"] == row["time"]


def test_functions_and_names_of_expressions_have_their_value():
    world = perpend.World.from_scene(BOX, parameters={"mu": 0.3, "speed": 2.0})
    world.v[3] = -2.0
    known = expression.Expression("start(time) + 10 * start(start(dt))", world.parameters).on(world)
    world.step(2)
    for text, value in (("abs(-3) + min(4, 2) - max(1, 5)", 0), ("sqrt(16) * exp(0) + log(1)", 4),
                        ("sin(pi / 2) - cos(pi)", 2),
                        ("tan(0) + atan2(1, 0)", math.pi / 2), ("hypot(3, 4) % 3", 2),
                        ("norm(body('box').velocity)", 2 - 0.3 * 9.81 * 0.02),
                        ("-2 ** 2 + +mu", -3.7), ("speed / dt", 200), ("time", 0.02), ("energy", world.energy),
                        ("report.contacts", 2),
                        ("body('box').mass", world.body("box").mass)):
        read = expression.Expression(text, world.parameters)
        assert read.on(world).value() == pytest.approx(value, rel=1e-12, abs=1e-15), text
        assert read.uses_report == ("report" in text)
    assert known.value() == pytest.approx(0.1)
    other = perpend.World.from_scene({**BOX, "parameters": {"time": 7, "mu": 1, "speed": 1}})
    assert expression.Expression("time", {"time": 7.0}).on(other).value() == 7
    for text, words in (("body('box').name", "is no number"), ("1 / (time - time)", "division by zero"),
                        ("body('box').posn", "posn"),
                        ("body('box').pos[7]", "index 7"), ("time == 3", "Compare"),
                        ("expectation('box.x').error", "no expectation 'box.x'")):
        with pytest.raises(expression.ExpressionError, match=re.escape(words)):
            expression.Expression(text, world.parameters).on(world).value()


def test_faults_stand_on_the_line_of_their_last_key():
    text = '{\n "a": 1,\n "b": {\n  "a": 2,\n  "c": [3]\n }\n}'
    found = faults.Faults("s.json", text)
    for element in ("a", "b/a", "b/c", "b/none", "none"):
        found.add(element, "is wrong", "fix it" if element == "a" else "")
    assert [fault["line"] for fault in found.diagnostics] == [2, 4, 5, 3, 1]
    with pytest.raises(perpend.InputError) as error:
        found.throw()
    assert str(error.value).splitlines()[:2] == ["s.json:2: a: is wrong (fix it)", "s.json:4: b/a: is wrong"]
    taken = faults.Faults("s.json")
    taken.take(perpend.InputError("words alone"))
    assert taken.diagnostics == [{"file": "s.json", "line": 1, "element": "scene", "message": "words alone",
                                  "hint": ""}]
    faults.Faults("s.json").throw()


def test_an_axis_maps_its_ends_to_pixels_with_a_margin_and_round_ticks():
    axis = plot._Axis([2.0, 12.0, 7.0], 100, 300)
    assert (axis.low, axis.high) == (1.5, 12.5) and axis(1.5) == 100 and axis(12.5) == 300 and axis(7) == 200
    assert axis.ticks() == [(5.0, "5"), (10.0, "10")]
    assert [text for _, text in plot._Axis([0, 0.7], 0, 1).ticks()] == ["0", "0.2", "0.4", "0.6"]
    assert [text for _, text in plot._Axis([0, 1], 0, 1).ticks()] == ["0", "0.5", "1"]
    same, none = plot._Axis([4.0, 4.0], 0, 1), plot._Axis([0.0], 0, 1)
    assert (same.low, same.high, none.low, none.high) == pytest.approx((3.8, 4.2, -0.5, 0.5))
    words = plot._Axis(["cone", "box", 3], 0, 100)
    assert words.ticks() == [("3", "3"), ("box", "box"), ("cone", "cone")] and words("box") == 50
    assert words(3) < words("cone")


def test_points_lines_and_their_colours_are_drawn_where_they_are():
    svg = plot.scatter_plot("m & m", "y<1>", [0, 10, 5, None], [1.0, 3.0, None, 2.0], "kind", ["b", "a", "a", "b"])
    marks = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="3" fill="(#\w+)"', svg)
    across, up = (lambda x: 72 + (x + 0.5) / 11 * 378), (lambda y: 312 + (y - 0.9) / 2.2 * (16 - 312))
    assert marks == [(f"{across(0):.1f}", f"{up(1):.1f}", plot.COLOURS[1]),
                     (f"{across(10):.1f}", f"{up(3):.1f}", plot.COLOURS[0])]
    assert "<title>10, 3</title>" in svg and "m &amp; m</text>" in svg and "y&lt;1&gt;</text>" in svg
    assert re.findall(r'<text x="476" y="(\d+)">([^<]*)</text>', svg) == [("44", "a"), ("62", "b")]
    lines = plot.line_plot("time (s)", "y", [0, 1, 2], [[1, 2, None], None, [3, 5, 4]], "n", [10, 5, 2])
    paths = re.findall(r'<polyline points="([^"]*)" fill="none" stroke="(#\w+)"', lines)
    assert [(len(path.split()), colour) for path, colour in paths] == [(2, plot.COLOURS[2]), (3, plot.COLOURS[0])]
    assert plot.scatter_plot("x", "y", [1], [2], None, [None]).count("<circle") == 1


def test_of_very_many_points_every_kth_is_drawn_and_said():
    assert plot._thinned(list(range(60)), 60) == (list(range(60)), "") and plot._thinned([], 60) == ([], "")
    assert plot._thinned(list(range(121)), 60) == (list(range(0, 121, 3)), " (1 of 3 cases)")
    keys = plot._key(["b", 10, 9, "a", 10])
    assert list(keys) == [9, 10, "a", "b"] and list(keys.values()) == list(plot.COLOURS[:4])


def test_columns_of_a_table_have_the_kind_of_their_values(tmp_path):
    assert table._column([True, False]).to_pylist() == [True, False]
    assert table._column([1, 2.5]).to_pylist() == [1.0, 2.5]
    assert table._column([True, 2]).to_pylist() == ["true", "2"]
    assert table._column(["a", 1, None]).to_pylist() == ["a", "1", "null"]


def test_a_page_lists_failures_counts_and_the_largest_certificates(tmp_path):
    points = [{"mu": 0.5, "speed": 1}, {"mu": -1.5, "speed": 1}, {"mu": 0.25, "speed": 3}]
    parts = perpend.sweep.Study.from_dict(study(name="boxes", description="a < b", parameters={"list": points},
                                                measure={"far": "body('box').pos[0]",
                                                         "path": {"series": "time", "every": 0.25}}))
    rows = perpend.sweep.run(parts, tmp_path / "a.parquet", workers=1)
    text = (tmp_path / "a.html").read_text()
    assert "<p>a &lt; b</p>" in text and "<p>3 cases of mu, speed: 2 ok, 1 refused.</p>" in text
    assert "<th>case</th><th>mu</th><th>speed</th><th>status</th><th>message</th>" in text
    assert "<td>1</td><td>-1.5</td><td>1</td>" in text
    worst = max(value for value in rows["certificate.residual_bound"].to_pylist() if value is not None)
    assert f"<tr><td>residual_bound</td><td>{worst:.6g}</td></tr>" in text
    titles = re.findall(r'aria-label="([^"]*)"', text)
    assert titles == ["path over time (s)", "far over mu", "far over speed"]
    one = perpend.sweep.Study.from_dict(study(parameters={"grid": {"mu": [0.5], "speed": [1, 2]}},
                                              measure={"far": "time", "b": "dt"}))
    assert page._plots_of(one, perpend.sweep.run(one, tmp_path / "b.parquet", workers=1, page=False)) == [
        {"x": "speed", "y": "far"}, {"x": "speed", "y": "b"}]
    assert not (tmp_path / "b.html").exists()


def test_progress_is_said_at_every_tenth_with_what_failed(capsys):
    bar = progress.Progress(20, 3, shown=True)
    for k in range(4, 21):
        bar.count({"status": "ok" if k % 5 else "refused"})
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(",")[0] for line in lines] == [f"{k}/20 cases" for k in range(4, 21, 2)]
    assert ", 1 failed, " in lines[1] and ", 4 failed, " in lines[-1] and lines[-1].endswith(", 0 s left")
    quiet = progress.Progress(2, 0, shown=False)
    quiet.count({"status": "ok"})
    assert capsys.readouterr().err == ""


def test_words_of_the_command_become_numbers_of_the_cluster():
    assert cluster._typed({}) == {"cores": 1, "memory": "2GB"}
    assert cluster._typed({"cores": "4", "memory": "1GB",
                           "walltime": "01:00:00"}) == {"cores": 4, "memory": "1GB", "walltime": "01:00:00"}


def test_noise_depends_on_the_point_its_repeat_and_the_seed(tmp_path):
    noise = {"seed": 1, "ranges": {"speed": [1, 2]}}
    first = perpend.sweep.Study.from_dict(study(parameters={"list": [{"mu": 0.3}, {"mu": 0.4}, {"mu": 0.3}]},
                                                repeats=2, noise=noise))
    cases = first.cases()
    assert [each.index for each in cases] == list(range(6)) and [each.repeat for each in cases] == [0, 1, 0, 1, 2, 3]
    assert len({each.values["speed"] for each in cases}) == len({each.key for each in cases}) == 6
    assert first.columns() == ["mu", "speed"]
    other = perpend.sweep.Study.from_dict(study(parameters={"list": [{"mu": 0.3}]}, repeats=4,
                                                noise={**noise, "seed": 2}))
    assert not {each.values["speed"] for each in other.cases()} & {each.values["speed"] for each in cases}
    assert json.loads(json.dumps(first.identity()))["noise"] == noise
