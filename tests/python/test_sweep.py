# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import signal
import time

import numpy as np
import perpend
import pytest

pq = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
import perpend.sweep  # noqa: E402
from perpend.sweep import design, expression, journal, local  # noqa: E402
from sweep_study import BOX, python, study, sweep  # noqa: E402

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "stopping_distance" / "study.json"


def run(parts, path, **options):
    return perpend.sweep.run(parts, path, workers=2, **options)


def faults_of(parts):
    with pytest.raises(perpend.InputError) as caught:
        perpend.sweep.Study.from_dict(parts)
    return caught.value


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("sweep") / "boxes.parquet"
    return run(study(), path), path


def test_rows_have_the_bits_of_runs_by_hand(table):
    for row in table[0].to_pylist():
        world = perpend.World.from_scene(BOX, parameters={"mu": row["mu"], "speed": row["speed"]})
        start = world.body("box").pos[0]
        world.step(10)
        path = [start, world.body("box").pos[0]]
        world.step(40)
        assert row["hash"] == f"{world.hash():016x}" and row["time"] == world.time
        assert row["measure.distance"] == world.body("box").pos[0] - start
        assert row["measure.path"] == [*path, world.body("box").pos[0], None]
        assert row["status"] == "ok" and row["engine"] == perpend.sweep.engine()
        assert 0 <= row["certificate.residual"] <= row["certificate.residual_bound"]


def test_the_table_is_in_the_order_of_the_study(table):
    assert list(zip(table[0]["mu"].to_pylist(), table[0]["speed"].to_pylist())) == [
        (mu, speed) for mu in (0.3, 0.6) for speed in (1, 2, 3)]
    assert pq.read_table(table[1]).equals(table[0], check_metadata=True)
    assert not table[1].with_suffix(".journal").exists()


def test_one_process_and_three_write_the_same_bytes(table, tmp_path):
    for workers in (1, 3):
        path = tmp_path / f"{workers}.parquet"
        perpend.sweep.run(study(), path, workers=workers)
        assert path.read_bytes() == table[1].read_bytes()


def test_parts_of_an_array_become_the_same_table(table, tmp_path):
    file, results = tmp_path / "boxes.json", tmp_path / "boxes.parquet"
    file.write_text(json.dumps(study()))
    for part in (2, 1):
        assert sweep(file, "--case", f"{part}/2", "--quiet")[0] == 0
    lines = [len(path.read_text().splitlines()) for path in results.with_suffix(".journal").iterdir()]
    assert lines == [4, 4] and not results.exists()
    assert sweep(file, "--quiet")[0] == 0
    assert results.read_bytes() == table[1].read_bytes()


def test_a_killed_sweep_goes_on_where_it_was(table, tmp_path, monkeypatch):
    ran = []

    def stopping(plan, cases, workers):
        for row in original(plan, cases, 1):
            ran.append(row["key"])
            yield row
            if len(ran) == 3:
                raise KeyboardInterrupt
    original = local.run
    path = tmp_path / "boxes.parquet"
    monkeypatch.setattr(local, "run", stopping)
    with pytest.raises(KeyboardInterrupt):
        run(study(), path)
    with open(path.with_suffix(".journal") / "all.jsonl", "a") as file:
        file.write('{"key": "half a li')  # as a power cut leaves it
    run(study(), path)
    assert len(ran) == len(set(ran)) == 6
    assert path.read_bytes() == table[1].read_bytes()


@pytest.mark.parametrize("signal_number, code", [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_a_killed_command_goes_on(tmp_path, signal_number, code):
    file, results = tmp_path / "boxes.json", tmp_path / "boxes.parquet"
    file.write_text(json.dumps(study(parameters={"random": {"count": 40, "seed": 1, "ranges": {"mu": [0, 1]}}},
                                     duration=3, measure={"work": {"sum": "report.energy_after"}})))
    lines = tmp_path / "boxes.journal" / "all.jsonl"
    process = python("-m", "perpend", "sweep", file, "--quiet", "--workers", "2")
    while process.poll() is None and not (lines.exists() and lines.read_bytes().count(b"\n") > 3):
        time.sleep(0.01)
    process.send_signal(signal_number)
    process.communicate(timeout=60)
    assert process.returncode == code and not results.exists()
    done = {json.loads(line)["key"] for line in lines.read_bytes().split(b"\n")[1:-1]}
    assert 3 <= len(done) < 40
    assert sweep(file, "--quiet")[0] == 0
    perpend.sweep.run(file, tmp_path / "fresh.parquet", workers=2)
    assert results.read_bytes() == (tmp_path / "fresh.parquet").read_bytes()


def test_a_process_that_is_killed_loses_nothing(table, tmp_path, monkeypatch):
    class Doomed(local._Worker):
        count = 0

        def give(self, case):
            super().give(case)
            Doomed.count += 1
            if Doomed.count in (2, 4):
                os.kill(self.process.pid, signal.SIGKILL)
    monkeypatch.setattr(local, "_Worker", Doomed)
    path = tmp_path / "boxes.parquet"
    run(study(), path)
    assert Doomed.count >= 7 and path.read_bytes() == table[1].read_bytes()


def test_a_case_that_kills_its_process_is_a_row(tmp_path, monkeypatch):
    class Doomed(local._Worker):
        def give(self, case):
            super().give(case)
            if case.index == 1:
                os.kill(self.process.pid, signal.SIGKILL)
    monkeypatch.setattr(local, "_Worker", Doomed)
    rows = run(study(), tmp_path / "boxes.parquet").to_pylist()
    assert [row["status"] for row in rows] == ["ok", "crashed", "ok", "ok", "ok", "ok"]
    assert "died 3 times" in rows[1]["message"] and rows[1]["measure.distance"] is None


def test_a_grown_study_runs_its_new_cases_alone(tmp_path, monkeypatch):
    path, asked = tmp_path / "boxes.parquet", []
    run(study(), path)
    original = local.run
    monkeypatch.setattr(local, "run", lambda plan, cases, workers: (asked.extend(cases), original(plan, cases, 1))[1])
    grown = study(parameters={"grid": {"mu": [0.3, 0.45, 0.6], "speed": [1, 2, 3]}})
    rows = run(grown, path).to_pylist()
    assert [case.values["mu"] for case in asked] == [0.45] * 3
    assert [row["mu"] for row in rows] == [0.3] * 3 + [0.45] * 3 + [0.6] * 3
    run(grown, tmp_path / "fresh.parquet")
    assert path.read_bytes() == (tmp_path / "fresh.parquet").read_bytes()
    with pytest.raises(perpend.InputError, match="holds 3 cases that this study does not have"):
        run(study(), path)


def test_failures_are_rows_that_say_why(tmp_path):
    measures = {"top": {"max": "1 / (speed - 2)"}, "rate": "body('box').velocity[0]"}
    points = [{"mu": 0.5, "speed": 1}, {"mu": -1, "speed": 1}, {"mu": 0.5, "speed": 2}, {"mu": 0, "speed": 1.7e308}]
    rows = run(study(parameters={"list": points, "grid": {"options.dt": [1.0]}}, measure=measures, duration=5),
               tmp_path / "a.parquet").to_pylist()
    assert [row["status"] for row in rows] == ["ok", "refused", "unmeasured", "diverged"]
    assert "mu" in rows[1]["message"] and "division by zero" in rows[2]["message"]
    assert rows[3]["message"] and rows[3]["measure.rate"] is None and 0 <= rows[3]["time"] < 5
    page = (tmp_path / "a.html").read_text()
    assert "Failed cases" in page and "division by zero" in page


def test_measures_over_the_steps():
    measures = {"lowest": {"min": "time"}, "highest": {"max": "time"}, "total": {"sum": "dt"},
                "fastest": {"worst": "-norm(body('box').velocity)"}, "pivots": {"sum": "report.pivots"},
                "last": "report.contacts", "every": {"series": "time", "every": 0.2}}
    parts = perpend.sweep.Study.from_dict(study(measure=measures, parameters={"list": [{"mu": 0.3}]}))
    from perpend.sweep.case import run_case
    found = run_case(parts.plan(), parts.cases()[0])["measured"]
    assert found["lowest"] == 0.01 and found["highest"] == pytest.approx(0.5)
    assert found["total"] == pytest.approx(0.5) and found["last"] == 2
    assert found["fastest"] == pytest.approx(-(2 - 0.3 * 9.81 * 0.01), rel=1e-12)
    assert found["every"] == pytest.approx([0, 0.2, 0.4])
    world = perpend.World.from_scene(BOX, parameters={"mu": 0.3})
    assert found["pivots"] == world.step(50).pivots


@pytest.mark.parametrize("text, words", [
    ("__import__('os')", "no function"), ("body('box').__class__", "__class__"), ("[1][0]", "List"),
    ("speedd", "there is no 'speedd'"), ("body(box)", "name in quotes"), ("(lambda: 1)()", "no function"),
    ("time +", "no expression"), ("start()", "start"), ("'a' if time else 1", "IfExp")])
def test_expressions_read_numbers_and_nothing_else(text, words):
    with pytest.raises(expression.ExpressionError, match=words):
        expression.Expression(text, ["speed", "box"])


def test_expectations_and_joints_can_be_measured():
    world = perpend.World.load("slider_crank")
    world.step(10)
    def read(text):
        return expression.Expression(text, world.parameters).on(world).value()
    assert read("joint('shaft').rates[0]") == world.joint("shaft").rates[0]
    assert read("norm(joint('shaft').reaction[0])") == pytest.approx(np.linalg.norm(world.joint("shaft").reaction[0]))
    hello = perpend.World.load("hello")
    known = expression.Expression("expectation('box.y').error", []).on(hello)
    hello.step(5)
    assert known.value() == hello.expectations[2]["value"] - 0.1


def test_every_part_of_a_latin_hypercube_has_one_point():
    points = design.points({"latin_hypercube": {"count": 20, "seed": 3, "ranges": {"a": [0, 20], "b": [0, 20]}}})
    for name in ("a", "b"):
        assert sorted(int(point[name]) for point in points) == list(range(20))


def test_random_points_come_from_their_laws_and_stay_when_there_are_more():
    ranges = {"n": {"normal": [5, 2]}, "k": {"integer": [1, 3]}, "law": {"choice": ["cone", "box"]},
              "l": {"log_uniform": [1e-4, 1]}}
    few, many = (design.points({"random": {"count": n, "seed": 1, "ranges": ranges}}) for n in (50, 4000))
    assert few == many[:50]
    normal = np.array([point["n"] for point in many])
    assert abs(normal.mean() - 5) < 0.1 and abs(normal.std() - 2) < 0.1
    assert {point["k"] for point in many} == {1, 2, 3} and {point["law"] for point in many} == {"cone", "box"}
    assert abs(np.mean([np.log10(point["l"]) for point in many]) + 2) < 0.1


def test_designs_multiply_and_ranges_have_their_ends():
    points = design.points({"grid": {"a": {"from": 1, "to": 100, "count": 3, "scale": "log"}},
                            "list": [{"b": 1, "c": 2}, {"b": 3, "c": 4}]})
    assert [point["a"] for point in points] == pytest.approx([1, 1, 10, 10, 100, 100])
    assert [(point["b"], point["c"]) for point in points[:2]] == [(1, 2), (3, 4)]


def test_repeats_have_noise_of_their_own_and_without_it_the_same_bits(tmp_path):
    few = {"grid": {"mu": [0.4, 0.5]}}
    same = run(study(parameters=few, repeats=3), tmp_path / "same.parquet").to_pylist()
    assert [row["repeat"] for row in same] == [0, 1, 2] * 2
    assert len({row["hash"] for row in same}) == 2 and len({row["key"] for row in same}) == 6
    noise = {"seed": 1, "ranges": {"speed": {"normal": [2, 0.1]}}}
    noisy = perpend.sweep.Study.from_dict(study(parameters=few, repeats=3, noise=noise))
    speeds = [case.values["speed"] for case in noisy.cases()]
    assert len(set(speeds)) == 6
    turned = perpend.sweep.Study.from_dict(study(parameters={"grid": {"mu": [0.5, 0.4]}}, repeats=3, noise=noise))
    assert [case.values["speed"] for case in turned.cases()] == speeds[3:] + speeds[:3]


def test_options_vary_as_well(tmp_path):
    rows = run(study(parameters={"grid": {"options.law": ["cone", "polyhedral(4)"], "options.dt": [0.01, 0.005],
                                          "options.normal.stiffness": [0, 1e6]}}),
               tmp_path / "a.parquet").to_pylist()
    assert [row["status"] for row in rows] == ["ok"] * 8
    world = perpend.World.from_scene(BOX, law="polyhedral(4)", dt=0.005, normal={"stiffness": 1e6})
    world.step(100)
    assert rows[-1]["hash"] == f"{world.hash():016x}" and rows[-1]["options.law"] == "polyhedral(4)"


def test_all_faults_of_a_study_come_at_once_with_their_lines(tmp_path):
    file = tmp_path / "wrong.json"
    file.write_text("""{
  // comments keep the lines
  "scene": "hello",
  "parameters": {"grid": {
    "mu": [0.1], "speed": [1],
    "options.law": ["cone", "cones"],
    "options.dtt": [0.1]}},
  "measure": {"a": "body('box').pos",
    "b": {"worst": "reports.residual"}},
  "repeats": 0, "durations": 3
}""")
    with pytest.raises(perpend.InputError) as caught:
        perpend.sweep.Study.load(file)
    found = {fault["element"]: fault["line"] for fault in caught.value.diagnostics}
    assert found == {"parameters/mu": 5, "parameters/speed": 5, "parameters/options.law": 6,
                     "parameters/options.dtt": 7, "measure/b": 9, "repeats": 10, "durations": 10}
    code, _, err = sweep(file)
    assert code == 2 and all(name in err for name in ("mu", "speed", "cones", "dtt", "reports", "repeats"))


@pytest.mark.parametrize("changes, words", [
    ({"measure": {"a": "body('boxx').pos[0]"}}, "boxx"), ({"measure": {"a": "body('box').pos"}}, "3 numbers"),
    ({"measure": {"a": {"worst": "time", "min": "time"}}}, "needs an expression"),
    ({"measure": {"a": {"series": "time"}}}, "at"), ({"measure": {}}, "nothing to measure"),
    ({"parameters": {}}, "there are none"), ({"parameters": {"gird": {}}}, "gird"),
    ({"parameters": {"grid": {"mu": []}}}, "at least one"),
    ({"parameters": {"grid": {"mu": ["high"]}}}, "finite numbers"),
    ({"parameters": {"list": [{"mu": 1}, {"speed": 1}]}}, "point 1 has speed"),
    ({"parameters": {"random": {"count": 0, "seed": 1, "ranges": {"mu": [2, 1]}}}}, "whole number"),
    ({"parameters": {"random": {"count": 2, "seed": 1, "ranges": {"mu": [2, 1]}}}}, "above the high end"),
    ({"parameters": {"grid": {"mu": [1]}, "list": [{"mu": 2}]}}, "two designs"),
    ({"parameters": {"grid": {"options.normal.stifness": [1]}}}, "stifness"),
    ({"noise": {"seed": 1, "ranges": {"mu": [0, 1]}}}, "varies in parameters"),
    ({"noise": [1]}, "needs ranges"), ({"plots": 3}, "is 3"),
    ({"scene": {**BOX, "parameters": {"time": 1, "mu": 1, "speed": 1}}, "parameters": {"grid": {"time": [1]}}},
     "column of every table"),
    ({"scene": "helo"}, "hello"), ({"scene": 3}, "name of a scene"), ({"name": "a/b"}, "letters"),
    ({"plots": [{"x": "mu", "y": "distances"}]}, "distances"),
    ({"plots": {"x": "mue", "y": "distance"}}, "no 'mue'"),
    ({"plots": [{"x": "mu", "y": "distance", "by": "sped"}]}, "no 'sped'"),
    ({"plots": [{"x": "mu", "y": ["distance"]}]}, "expected names"),
    ({"measure": {"path": {"series": "body('box').pos[0]", "every": 0.5}, "distance": "body('box').pos[0]"},
      "plots": [{"x": "mu", "y": "distance", "by": "path"}]}, "'path' is a series")])
def test_a_wrong_study_is_named(changes, words):
    assert words in str(faults_of(study(**changes)))


@pytest.mark.parametrize("suffix", ["html", "journal"])
def test_a_table_is_not_what_stands_beside_it(tmp_path, suffix):
    with pytest.raises(perpend.InvalidArgument, match="NAME.parquet"):
        perpend.sweep.run(study(), tmp_path / f"t.{suffix}", workers=1)


def test_one_plot_may_stand_without_a_list(tmp_path):
    plotted = perpend.sweep.Study.from_dict(study(plots={"x": "speed", "y": "distance", "by": "mu"}))
    perpend.sweep.run(plotted, tmp_path / "one.parquet", workers=1)
    assert (tmp_path / "one.html").read_text().count("<svg") == 1


@pytest.mark.parametrize("text, words", [
    ('{"scene": "hello", "scene": "chain"}', "scene stands twice"), ('{"scene": ', "JSON"), ("", "a.json: is empty"),
    ('{"scene": "helo"}', r"^\S*a.json:1: scene: no scene or file is named .helo. .did you mean .hello.\?"), ("[1]", "is an object")])
def test_a_file_that_is_no_study_is_refused(tmp_path, text, words):
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(perpend.InputError, match=words):
        perpend.sweep.Study.load(tmp_path / "a.json")
    with pytest.raises(perpend.InputError, match="cannot be read"):
        perpend.sweep.Study.load(tmp_path / "b.json")


def test_a_file_of_other_bytes_than_utf_8_is_no_study(tmp_path):
    (tmp_path / "latin.json").write_bytes('{"description": "caf\u00e9"}'.encode("latin-1"))
    with pytest.raises(perpend.InputError, match="latin.json: is no text in UTF-8: byte 20"):
        perpend.sweep.Study.load(tmp_path / "latin.json")


@pytest.mark.parametrize("changes, words", [
    ({"scene": {**BOX, "description": "another"}}, "another scene"), ({"duration": 1.0}, "another duration"),
    ({"measure": {"a": "time"}}, "other measures"), ({"parameters": {"grid": {"mu": [0.3]}}}, "other parameters")])
def test_results_of_another_study_are_refused(table, changes, words):
    before = table[1].read_bytes()
    with pytest.raises(perpend.InputError, match=words):
        run(study(**changes), table[1])
    assert table[1].read_bytes() == before


def test_a_file_that_is_no_table_is_refused(tmp_path):
    path = tmp_path / "notes.parquet"
    path.write_text("notes")
    with pytest.raises(perpend.InputError, match="no table"):
        run(study(), path)
    assert path.read_text() == "notes"
    (tmp_path / "full.parquet").symlink_to("/dev/full")
    with pytest.raises(perpend.InputError, match="full.parquet: is no table"):
        run(study(), tmp_path / "full.parquet")


def test_results_of_another_build_are_refused(table, monkeypatch):
    monkeypatch.setattr("perpend.sweep.study.engine", lambda: "0.0.9+000000000000")
    with pytest.raises(perpend.InputError, match="another build"):
        run(study(), table[1])


@pytest.mark.parametrize("name", ["all", "2-of-3"])
def test_two_sweeps_do_not_write_one_journal(tmp_path, name):
    parts = perpend.sweep.Study.from_dict(study())
    first = journal.Journal(tmp_path / "boxes.journal", name, parts.identity())
    with pytest.raises(perpend.InputError, match="another sweep"):
        run(study(), tmp_path / "boxes.parquet")
    first.close()


def test_the_page_asks_nothing_of_any_server(table):
    page = table[1].with_suffix(".html").read_text()
    assert "default-src 'none'" in page and "<svg" in page
    assert not any(word in page for word in ("http:", "https:", "src=", "<script", "<link", "@import", "url("))


@pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not here")
def test_the_example_meets_theory(tmp_path):
    rows = perpend.sweep.run(perpend.sweep.Study.from_dict(_few_points(), EXAMPLE.parent), tmp_path / "a.parquet",
                             workers=2).to_pylist()
    assert len(rows) == 4
    for row in rows:
        # Rounding of 2500 positions of about 1 m stays below 1e-12.
        assert -1e-12 <= row["measure.error"] <= row["mu"] * 9.81 * 1e-6 / 8 + 1e-12


def _few_points():
    text = "\n".join(line for line in EXAMPLE.read_text().splitlines() if "//" not in line)
    return {**json.loads(text), "parameters": {"grid": {"mu": [0.2, 0.8], "speed": [1, 4]}}}


def test_the_command_says_what_it_did(tmp_path):
    file = tmp_path / "boxes.json"
    file.write_text(json.dumps(study(parameters={"list": [{"mu": 0.5}, {"mu": -1.0}]})))
    assert sweep(file, "--check")[:2] == (0, "boxes: 2 cases of mu\n")
    code, out, err = sweep(file)
    assert code == 1 and "2 cases, 1 failed" in out and "case 1: refused" in out and "2/2 cases" in err
    assert (tmp_path / "boxes.html").exists()
    for wrong in (["--case", "3/2"], ["--workers", "0"], ["--on", "moon"], ["--cluster", "queue"], ["--cluster", "=short"]):
        assert sweep(file, "--results", tmp_path / "b.parquet", *wrong)[0] == 2
