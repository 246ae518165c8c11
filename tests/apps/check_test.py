# SPDX-License-Identifier: Apache-2.0
"""perpend check, and how perpend run refuses the same scenes."""
import json
import math

from cli import FAILED, OK, USAGE, Cli


class Check(Cli):
    SCENE = """{"format": 1,
 "name": "broken",
 "bodies": [
  {"name": "a", "shapes": [{"disc": {"radius": -1}}]},
  {"name": "b", "shapez": []},
  {"name": "c", "shapes": [{"disc": {"radius": 1}}], "material": "icee"}],
 "joints": [{"kind": "pin", "a": "bb", "anchor": [0, 0]}],
 "simulation": {"duration": 1, "law": "polyhedrl"}}
"""
    FAULTS = [(4, "radius"), (5, "shapez"), (6, "icee"), (7, "bb"), (8, "polyhedrl")]

    def test_every_fault_of_a_scene_has_its_line(self):
        self.write("broken.json", self.SCENE)
        for verb in ("check", "run"):
            words = self.refused(verb, "broken.json").splitlines()
            self.assertEqual(len(words), len(self.FAULTS), words)
            for (line, name), fault in zip(self.FAULTS, words):
                self.assertTrue(fault.startswith(f"broken.json:{line}: "), fault)
                self.assertIn(name, fault)

    def test_check_json_holds_the_same_faults(self):
        self.write("broken.json", self.SCENE)
        faults = self.json("check", "broken.json", expect=USAGE)["diagnostics"]
        self.assertEqual([fault["line"] for fault in faults], [line for line, _ in self.FAULTS])
        for fault in faults:
            self.assertEqual(set(fault), {"file", "line", "element", "message", "hint"})
            self.assertEqual(fault["file"], "broken.json")

    def test_check_json_of_a_sound_scene(self):
        found = self.json("check", "discs")
        overlap = found.pop("overlap_m")
        self.assertLessEqual(overlap, 1e-9)
        self.assertEqual(found.pop("mechanism"), {"dof": 63, "rows": 0, "loops": 0, "rank": 0,
                                                  "mobility": 63, "dependences": [],
                                                  "joints": []})
        self.assertEqual(found, {"scene": "discs", "bodies": 22, "dynamic": 21, "joints": 0,
                                 "contacts_at_start": 51, "warnings": [],
                                 "diagnostics": []})

    def test_check_json_tells_the_deepest_overlap(self):
        self.write("deep.json", json.dumps({
            "format": 1, "name": "deep", "simulation": {"duration": 1, "allow_overlap": True},
            "bodies": [{"name": "floor", "kind": "fixed", "shapes": [{"half_plane": {}}]},
                       *({"name": f"ball_{i}", "position": [3 * i, 0.5 - depth], "shapes": [{"disc": {"radius": 0.5}}]}
                         for i, depth in enumerate((0.01, 0.03, 0.02)))]}))
        self.assertAlmostEqual(self.json("check", "deep.json")["overlap_m"], 0.03, places=9)

    def test_text_that_is_no_json(self):
        self.write("cut.json", self.SCENE[:60])
        self.assertRegex(self.refused("check", "cut.json"), r"^cut\.json:\d+: ")
        self.write("empty.json", "")
        self.assertIn("empty.json:1: is empty", self.refused("run", "empty.json"))

    def test_a_recording_is_no_scene(self):
        self.perpend("run", "hello", "--duration", "0.01", "--out", "out")
        for verb, file in (("check", "out/run.h5"), ("compare", "out/run.h5"), ("run", "out/last_state.h5")):
            words = self.refused(verb, file)
            self.assertIn(f"{file}: is an HDF5 file", words)
            self.assertIn("--resume", words)

    def test_check_tells_mobility_and_loops(self):
        # Gruebler: 3 * 5 velocities, 2 * 7 rows of pins, 2 loops.
        mechanism = self.json("check", "four_bar_2")["mechanism"]
        self.assertEqual([mechanism[key] for key in ("dof", "rows", "rank", "mobility", "loops")],
                         [15, 14, 14, 1, 2])
        self.assertEqual(mechanism["joints"][0], {"name": "foot_0", "kind": "pin", "a": "crank_0",
                                                  "b": "world", "rows": 2, "unique_reaction": True})

    def test_joints_have_one_name_in_words_and_in_json(self):
        self.write("hinge.json", json.dumps({
            "format": 1, "name": "hinge", "simulation": {"duration": 1, "dt": 0.01},
            "bodies": [{"name": "bar", "kind": "spatial", "mass": 1, "inertia": [1, 1, 1]}],
            "joints": [{"name": "j", "kind": "pin", "a": "bar", "anchor": [1, 0, 0], "axis": [0, 0, 1]}]}))
        self.assertEqual(self.json("check", "hinge.json")["mechanism"]["joints"][0]["kind"], "revolute")
        self.assertRegex(self.perpend("check", "hinge.json").stdout, r"j +revolute +bar - world")

    # Pins with parallel axes keep three rows too many in space.
    FOUR_BAR = """{"format": 1, "name": "bars", "gravity": [0, -9.81, 0], "bodies": [
  {"name": "crank", "kind": "spatial", "position": [0, 0.5, 0], "mass": 1, "inertia": [0.1, 0.1, 0.1]},
  {"name": "coupler", "kind": "spatial", "position": [0.5, 1, 0], "mass": 1, "inertia": [0.1, 0.1, 0.1]},
  {"name": "rocker", "kind": "spatial", "position": [1, 0.5, 0], "mass": 1, "inertia": [0.1, 0.1, 0.1]}],
 "joints": [
  {"name": "crank_foot", "kind": "pin", "a": "crank", "anchor": [0, 0, 0], "axis": [0, 0, 1]},
  {"name": "crank_pin", "kind": "pin", "a": "coupler", "b": "crank", "anchor": [0, 1, 0], "axis": [0, 0, 1]},
  {"name": "rocker_pin", "kind": "pin", "a": "rocker", "b": "coupler", "anchor": [1, 1, 0],
   "axis": [0, 0, 1]},
  {"name": "rocker_foot", "kind": "pin", "a": "rocker", "anchor": [1, 0, 0], "axis": [0, 0, 1]}],
 "simulation": {"duration": 1}}
"""

    def test_rows_that_a_loop_repeats_are_named(self):
        self.write("bars.json", self.FOUR_BAR)
        mechanism = self.json("check", "bars.json")["mechanism"]
        self.assertEqual([mechanism[key] for key in ("dof", "rows", "rank", "mobility", "loops")],
                         [18, 20, 17, 1, 1])
        self.assertEqual(sum(d["dependent"] for d in mechanism["dependences"]), 3)
        joints = {joint["name"] for joint in mechanism["joints"]}
        for dependence in mechanism["dependences"]:
            self.assertEqual({dependence["joint"], *dependence["depends_on"]}, joints)
            self.assertNotIn(dependence["joint"], dependence["depends_on"])
        self.assertFalse(any(joint["unique_reaction"] for joint in mechanism["joints"]))
        words = self.perpend("check", "bars.json").stdout
        self.assertRegex(words, r"loop `\w+`: \d of 5 rows depends? on `\w+`, `\w+`, `\w+`")
        self.assertIn("redundant   3 rows; the reactions of 4 joints are not unique", words)

    def test_a_loop_closes_over_a_frame_that_stands_still_as_over_the_world(self):
        bars = json.loads(self.FOUR_BAR)
        bars["bodies"].append({"name": "frame", "kind": "spatial_fixed"})
        bars["joints"][3]["b"] = "frame"
        self.write("bars.json", bars)
        self.assertEqual(self.json("check", "bars.json")["mechanism"]["loops"], 1)

    def test_struts_bear_on_joint_coordinates_and_are_none(self):
        """A rod of 2 kg on a hinge that a strut holds: its inertia is that of the hinge alone."""
        self.write("held.json", {"format": 1, "name": "held", "bodies": [
            {"name": "rod", "position": [0.5, 0], "mass": 2, "inertia": 0.1}], "joints": [
                {"name": "strut", "kind": "strut", "a": "rod", "anchor": [1, 0], "anchor_b": [1, 2]},
                {"name": "hinge", "kind": "pin", "a": "rod", "anchor": [0, 0]}],
            "simulation": {"duration": 1}})
        found = self.json("check", "held.json", "--dynamics")["dynamics"]
        self.assertEqual(found["coordinates"], ["hinge"])
        self.assertAlmostEqual(found["mass_matrix"][0][0], 0.1 + 2 * 0.5**2, delta=1e-12)

    def test_closed_loops_have_no_mass_matrix(self):
        """One coordinate turns the others with it, whatever rounding makes of that."""
        for scene in ("four_bar_2", "ladder", "squeezer", "slider_crank"):
            with self.subTest(scene):
                found = self.json("check", scene, "--dynamics")["dynamics"]
                self.assertEqual(set(found), {"mass", "center_of_mass", "coordinates", "values", "rates"})
                self.assertIn("loops are closed: no mass matrix", self.perpend("check", scene, "--dynamics").stdout)

    def test_a_coupler_derives_the_coordinate_of_its_first_term(self):
        """A nut of 2 kg and 0.3 kg m² on a vertical thread of 2 m/rad: as it falls by s it turns by s/2."""
        bodies = [{"name": "frame", "kind": "spatial_fixed"},
                  {"name": "load", "kind": "spatial", "mass": 3, "inertia": [1, 1, 1], "velocity": [0, 0, -0.5]},
                  {"name": "nut", "kind": "spatial", "mass": 2, "inertia": [0.1, 0.2, 0.3], "position": [1, 2, 3]}]
        rail = {"name": "rail", "kind": "prismatic", "a": "load", "axis": [0, 0, 1], "coordinates": [{"start": 0.25}]}
        thread = {"name": "thread", "kind": "cylindrical", "a": "nut", "b": "frame", "anchor": [1, 2, 0],
                  "axis": [0, 0, 1]}
        pitch = {"terms": [{"joint": "thread", "coordinate": 1, "factor": 2}, {"joint": "thread", "factor": -1}]}
        self.write("nut.json", {"format": 1, "name": "nut", "gravity": [0, 0, -10], "simulation": {"duration": 1},
                                "bodies": bodies, "joints": [rail, thread], "couplers": [pitch]})
        found = self.json("check", "nut.json", "--dynamics")["dynamics"]
        self.assertEqual(found["coordinates"], ["rail", "thread[0]"])
        self.assertEqual((found["values"], found["rates"]), ([0.25, 0], [-0.5, 0]))
        self.assertEqual(found["mass"], 5)
        for at, expected in zip(found["center_of_mass"], (2 * 1 / 5, 2 * 2 / 5, 2 * 3 / 5), strict=True):
            self.assertAlmostEqual(at, expected, places=12)
        inertia = 2 + 0.3 * 0.5**2
        for key, values in (("bias_force", (30, 20)), ("acceleration", (-10, -20 / inertia))):
            for value, expected in zip(found[key], values, strict=True):
                self.assertAlmostEqual(value, expected, places=9)
        self.assertAlmostEqual(found["mass_matrix"][1][1], inertia, places=12)
        self.assertRegex(self.perpend("check", "nut.json", "--dynamics").stdout,
                         r"(?m)^  thread\[0\] +inertia 2.075 +bias force 20 +acceleration -9.63855$")

    def test_couplers_that_repeat_each_other_are_named(self):
        """Three wheels of which each turns the next: the third belt says nothing new."""
        wheels = [{"name": f"wheel_{i}", "position": [i, 0], "mass": 1, "inertia": 1} for i in range(3)]
        axles = [{"name": f"axle_{i}", "kind": "pin", "a": f"wheel_{i}", "anchor": [i, 0]} for i in range(3)]
        belts = [{"name": f"belt_{i}", "terms": [{"joint": f"axle_{i}", "factor": 1 + i},
                                                 {"joint": f"axle_{(i + 1) % 3}", "factor": -1 - i}]} for i in range(3)]
        self.scene_named("belts", bodies=wheels, joints=axles, couplers=belts)
        found = self.json("check", "named.json")["mechanism"]
        self.assertEqual([found[key] for key in ("dof", "rows", "rank", "mobility", "loops")], [9, 9, 8, 1, 0])
        self.assertEqual(found["dependences"], [{"joint": "belt_2", "dependent": 1, "rows": 1,
                                                 "depends_on": ["belt_0", "belt_1"]}])
        self.assertEqual([joint["unique_reaction"] for joint in found["joints"]], [True] * 3)
        self.assertIn("    loop `belt_2`: 1 of 1 row depends on `belt_0`, `belt_1`\n",
                      self.perpend("check", "named.json").stdout)

    @staticmethod
    def leaning_ladder(loops):
        """Four-bar loops side by side in space, in a plane along no axis of the world."""
        def turned(x, y):
            x, y = 0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y
            return [x, 5 / 13 * y, 12 / 13 * y]

        def body(name, x, y, mass):
            return {"name": name, "kind": "spatial", "position": turned(x, y), "mass": mass,
                    "inertia": [0.1, 0.1, 0.1]}

        def pin(name, a, b, x, y):
            return {"name": name, "kind": "pin", "a": a, "b": b, "anchor": turned(x, y),
                    "axis": [0, -12 / 13, 5 / 13]}

        bodies, joints = [], []
        for i in range(loops + 1):
            bodies.append(body(f"crank_{i}", i + 0.25, 0.45, 1e6 if i % 2 else 1))
            joints.append(pin(f"foot_{i}", f"crank_{i}", "world", i, 0))
        for i in range(loops):
            bodies.append(body(f"bar_{i}", i + 1, 0.9, 1))
            joints.append(pin(f"left_{i}", f"bar_{i}", f"crank_{i}", i + 0.5, 0.9))
            joints.append(pin(f"right_{i}", f"bar_{i}", f"crank_{i + 1}", i + 1.5, 0.9))
        return {"format": 1, "name": "leaning", "bodies": bodies, "joints": joints,
                "gravity": [0, 0, -9.81], "simulation": {"duration": 1}}

    def test_every_loop_in_space_has_three_rows_too_many_whatever_its_masses(self):
        self.write("leaning.json", json.dumps(self.leaning_ladder(30)))
        found = self.json("check", "leaning.json")["mechanism"]
        self.assertEqual([found[key] for key in ("mobility", "rows", "rank", "loops")],
                         [1, 455, 365, 30])
        self.assertEqual(sum(d["dependent"] for d in found["dependences"]), 90)

    def test_mobility_of_a_long_ladder(self):
        found = self.json("check", "ladder", "--set", "loops=200")["mechanism"]
        self.assertEqual([found[key] for key in ("mobility", "rank", "loops")], [1, 1202, 200])

    def test_a_weld_that_repeats_another_is_warned_of(self):
        self.write("welds.json", """{"format": 1, "name": "welds",
 "bodies": [{"name": "plate", "shapes": [{"box": {"size": [1, 1]}}]}],
 "joints": [{"name": "left", "kind": "weld", "a": "plate", "anchor": [-0.5, 0]},
            {"name": "right", "kind": "weld", "a": "plate", "anchor": [0.5, 0]}],
 "simulation": {"duration": 1}}
""")
        found = self.json("check", "welds.json")
        self.assertEqual(found["mechanism"]["rank"], 3)
        self.assertEqual(found["mechanism"]["mobility"], 0)
        self.assertIn(found["warnings"][0]["element"], ("left", "right"))
        self.assertIn("warning: ", self.perpend("check", "welds.json").stderr)
        self.assertEqual(self.json("run", "welds.json", "--no-files")["status"], "ok")

    def test_axes_of_a_loop_that_are_parallel_but_for_rounding_are_warned_of(self):
        angle = 4e-6  # of 1.5708 for a right angle
        pins = [[0, 0, 0], [0, 0, 1], [1, 0, 1], [1, 0, 0]]
        links = [{"name": f"link_{i}", "kind": "spatial", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                  "position": [(pins[i][k] + pins[i + 1][k]) / 2 for k in range(3)]} for i in range(3)]
        ends = [("link_0", None), ("link_1", "link_0"), ("link_2", "link_1"), ("link_2", None)]
        joints = [{"name": f"pin_{i}", "kind": "hinge", "a": a, **({"b": b} if b else {}), "anchor": pins[i],
                   "axis": [0, 1, angle if i == 2 else 0]} for i, (a, b) in enumerate(ends)]
        self.write("bars.json", json.dumps({"format": 1, "name": "bars", "bodies": links, "joints": joints,
                                            "simulation": {"duration": 0.01}}))
        found = self.json("check", "bars.json")
        self.assertEqual(found["mechanism"]["mobility"], 0)
        [warning] = found["warnings"]
        self.assertEqual(warning["element"], "pin_2")
        self.assertIn("`pin_0`, whose axis differs by 4e-06 rad", warning["message"])
        self.assertIn("4e-06 rad", self.perpend("run", "bars.json", "--no-files").stderr)


class Converge(Cli):
    def orders(self, scene):
        found = self.json("check", scene, "--converge")
        self.assertEqual(found["dt"][0], 4 * found["dt"][2])
        self.assertTrue(all(row["holds"] for row in found["expectations"]))
        return {row["what"]: row["order"] for row in found["expectations"]}

    def test_closed_loops_converge_with_the_order_of_the_midpoint_step(self):
        for scene in ("pendulum", "slider_crank", "squeezer", "heavy_top"):
            with self.subTest(scene):
                for what, order in self.orders(scene).items():
                    self.assertAlmostEqual(order, 2, delta=0.1, msg=what)

    def test_differences_that_are_rounding_have_no_order(self):
        self.assertEqual(set(self.orders("gear_train").values()), {None})

    def test_the_smallest_step_decides_whether_a_value_holds(self):
        """A spring at 10 rad/s for a second: the step lags by (ωh)²/12 of the way, 0.02 m, then 0.001 m."""
        spring = {"coordinate": 0, "start": 1, "spring": {"stiffness": 100, "rest": 0}}
        scene = self.scene_named("oscillator", gravity=[0, 0], joints=[
            {"kind": "prismatic", "a": "m", "axis": [1, 0], "coordinates": [spring]}], bodies=[
                {"name": "m", "position": [1, 0], "mass": 1, "inertia": 1}], expect=[
                    {"body": "m", "quantity": "x", "value": math.cos(10), "tolerance": 0.005}],
            simulation={"duration": 1, "dt": 0.02})
        row, = self.json("check", scene, "--converge")["expectations"]
        self.assertGreater(abs(row["values"][0] - row["expected"]), row["tolerance"])
        self.assertTrue(row["holds"])

    def test_a_scene_that_misses_its_value_fails(self):
        text = (self.scenes / "slider_crank.json").read_text().replace("1.003343261", "1.1")
        self.write("wrong.json", text)
        found = self.json("check", "wrong.json", "--converge", expect=FAILED)
        self.assertEqual([row["holds"] for row in found["expectations"]], [False, True])

    def test_a_value_at_its_tolerance_holds(self):
        """A ball at 1 m/s, without forces."""
        for value, holds in ((3, True), (-1, True), (3.5, False)):
            scene = self.scene_named("even", gravity=[0, 0], simulation={"duration": 0.5, "dt": 0.125}, bodies=[
                {"name": "ball", "velocity": [1, 0], "shapes": [{"disc": {"radius": 1}}]}],
                expect=[{"body": "ball", "quantity": "vx", "value": value, "tolerance": 2, "time": 0.25}])
            for words in (("check", scene, "--converge"), ("run", scene, "--no-files")):
                self.json(*words, expect=OK if holds else FAILED)

    def test_runs_go_no_further_than_what_is_expected(self):
        scene = self.scene_named("brief", simulation={"duration": 1e6, "dt": 0.01}, expect=[
            {"body": "box", "quantity": "y", "value": 0.5, "tolerance": 1, "time": time} for time in (0.25, 0.125)])
        rows = self.json("check", scene, "--converge")["expectations"]
        self.assertEqual([row["time"] for row in rows], [0.25, 0.125])

    def test_a_run_that_fails_is_named(self):
        expect = [{"body": "box", "quantity": "y", "value": 0.5, "tolerance": 1}]
        scene = self.scene_named("heavy", gravity=[0, -1e200], expect=expect)
        self.assertRegex(self.perpend("check", scene, "--converge", expect=FAILED).stderr,
                         r"^heavy: run 1 of 3: diverged at t = 0\.01 s: .* not finite")

    def test_mechanisms_with_contacts_run_as_their_geometry_says(self):
        for scene in ("double_action_jack", "block_feeder"):
            with self.subTest(scene):
                self.json("run", scene, "--no-files")
