# SPDX-License-Identifier: Apache-2.0
"""perpend run gives the same bits: twice, on any number of threads, after --resume."""
from cli import Cli


class Bits(Cli):
    def test_same_bits_twice_and_on_two_threads(self):
        for scene, duration in (("discs", "20"), ("dominoes", "2"), ("brazil_nut", "2")):
            run = (scene, "--duration", duration)
            first = self.hash(*run, "--threads", "1")
            self.assertRegex(first, "^[0-9a-f]{16}$")
            self.assertEqual(first, self.hash(*run, "--threads", "1"), scene)
            self.assertEqual(first, self.hash(*run, "--threads", "2"), scene)

    def test_json_and_hash_agree(self):
        run = self.json("run", "discs", "--no-files", "--hash")
        self.assertEqual(run["hash"], self.hash("discs"))

    def test_resumed_run_has_the_bits_of_the_straight_one(self):
        for scene, half, whole in (("discs", "10", "20"), ("newton_cradle", "0.5", "1.5"),
                                   ("brazil_nut", "1", "2")):
            out = f"out_{scene}"
            self.perpend("run", scene, "--duration", half, "--out", out)
            resumed = self.json("run", "--resume", f"{out}/last_state.h5", "--duration", whole,
                                "--no-files")
            self.assertEqual(resumed["scene"], scene)
            self.assertAlmostEqual(resumed["simulated_s"], float(whole) - float(half), places=6)
            self.assertEqual(resumed["hash"], self.hash(scene, "--duration", whole), scene)

    def test_a_run_of_mesh_files_goes_on_without_them(self):
        corners, faces = ((0, 0, 0), (1, 0, 0), (0, 1.1, 0), (0, 0.1, 1)), ((1, 3, 2), (1, 2, 4), (2, 3, 4), (3, 1, 4))
        (self.folder / "parts").mkdir()
        self.write("parts/part.obj", "".join(f"v {x} {y} {z}\n" for x, y, z in corners)
                   + "".join(f"f {a} {b} {c}\n" for a, b, c in faces))
        floor = {"name": "floor", "kind": "spatial_fixed", "shapes": [{"mesh": {"file": "part.obj", "scale": "$size"}}]}
        body = {"name": "b", "kind": "spatial", "position": [1, 1, 5], "shapes": [{"hull": {"file": "part.obj"}}]}
        scene = self.write("parts/s.json", {"format": 1, "name": "s", "gravity": [0, 0, -9.81], "parameters": {"size": 9},
                                            "bodies": [floor, body], "simulation": {"duration": 0.4, "dt": 0.01}})
        whole = self.hash(scene)
        self.perpend("run", scene, "--duration", "0.2", "--out", "first")
        (self.folder / "parts").rename(self.folder / "elsewhere")
        (self.folder / "first").rename(self.folder / "moved")
        self.assertEqual(self.hash("--resume", "moved", "--duration", "0.4"), whole)

    def test_resumed_run_leaves_the_first_recording(self):
        self.perpend("run", "hello", "--duration", "0.5")
        first = (self.folder / "runs/hello/run.h5").read_bytes()
        files = self.json("run", "--resume", "runs/hello/last_state.h5", "--duration", "1")["files"]
        self.assertIn("runs/hello/from_step_500/run.h5", files)
        self.assertEqual((self.folder / "runs/hello/run.h5").read_bytes(), first)
