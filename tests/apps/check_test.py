# SPDX-License-Identifier: Apache-2.0
"""perpend check, and how perpend run refuses the same scenes."""
from cli import USAGE, Cli


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
                                                  "mobility": 63, "joints": []})
        self.assertEqual(found, {"scene": "discs", "bodies": 22, "dynamic": 21, "joints": 0,
                                 "contacts_at_start": 51, "diagnostics": []})

    def test_text_that_is_no_json(self):
        self.write("cut.json", self.SCENE[:60])
        self.assertRegex(self.refused("check", "cut.json"), r"^cut\.json:\d+: ")
        self.write("empty.json", "")
        self.assertIn("empty.json", self.refused("run", "empty.json"))

    def test_check_tells_mobility_and_loops(self):
        # Gruebler: 3 * 5 velocities, 2 * 7 rows of pins, 2 loops.
        mechanism = self.json("check", "four_bar_2")["mechanism"]
        self.assertEqual([mechanism[key] for key in ("dof", "rows", "rank", "mobility", "loops")],
                         [15, 14, 14, 1, 2])
        self.assertEqual(mechanism["joints"][0], {"name": "foot_0", "kind": "pin", "a": "crank_0",
                                                  "b": "world", "rows": 2})
