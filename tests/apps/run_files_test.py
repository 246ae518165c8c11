# SPDX-License-Identifier: Apache-2.0
"""The files of perpend run."""
import csv
import json
import pathlib
import re
import resource
import shutil
import subprocess
import unittest

from cli import FAILED, USAGE, Cli

try:
    import h5py
except ImportError:
    h5py = None
try:
    import numpy
except ImportError:
    numpy = None


class Files(Cli):
    def test_default_folder_and_page(self):
        files = self.json("run", "ellipse", "--csv", "--npz")["files"]
        names = {pathlib.Path(file).name for file in files}
        self.assertEqual({str(pathlib.Path(file).parent) for file in files}, {"runs/ellipse"})
        self.assertLessEqual({"run.h5", "last_state.h5", "run.npz", "run.csv", "contacts.csv",
                              "frames.svg", "run.html", "unstabilised.h5"}, names)
        page = (self.folder / "runs/ellipse/run.html").read_text(encoding="utf-8")
        self.assertNotIn('src="http', page)
        self.assertNotIn('href="http', page)

    def test_csv_has_a_row_per_step_and_the_start(self):
        run = self.json("run", "hello", "--csv", "--out", "out")
        with open(self.folder / "out/run.csv", encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        self.assertEqual(len(rows), run["steps"] + 1)
        self.assertEqual({len(row) for row in rows}, {len(head)})
        at = next(i for i, name in enumerate(head) if name.startswith("time"))
        self.assertAlmostEqual(float(rows[-1][at]), run["simulated_s"], places=12)

    def test_every_makes_fewer_rows(self):
        run = self.json("run", "hello", "--csv", "--out", "out", "--every", "30")
        with open(self.folder / "out/run.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))[1:]
        self.assertEqual(len(rows), 1 - -run["steps"] // 30)
        self.assertAlmostEqual(float(rows[-1][0]), run["simulated_s"], places=12)
        self.assertIn("--every", self.perpend("run", "hello", "--every", "0", expect=USAGE).stderr)

    def test_ten_frames_from_the_start_to_the_end(self):
        """Of 101 states those nearest before each ninth; all where there are fewer."""
        for dt, times in (("0.01", [0, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66, 0.77, 0.88, 1]),
                          ("0.25", [0, 0.25, 0.5, 0.75, 1]),
                          ("1", [0, 1])):
            scene = self.scene_named("still", simulation={"duration": 1, "dt": 0.01})
            self.perpend("run", scene, "--out", "out", "--dt", dt)
            picture = (self.folder / "out/frames.svg").read_text(encoding="utf-8")
            self.assertEqual(re.findall(r">t = ([\d.]+) s<", picture), [f"{time:.2f}" for time in times])

    def test_what_is_asked_for_is_written_and_nothing_else(self):
        scene, always = self.scene_named("some"), {"run.h5", "last_state.h5", "frames.svg", "run.html"}
        for words, more in ((("--csv",), {"run.csv", "contacts.csv"}), (("--npz",), {"run.npz"}),
                            (("--compare-unstabilised",), {"unstabilised.h5"}),
                            (("--compare-unstabilised", "--no-stabilise"), set())):
            run = self.json("run", scene, *words, "--out", "out")
            self.assertEqual({pathlib.Path(file).name for file in run["files"]}, always | more, words)
            self.assertEqual({path.name for path in (self.folder / "out").iterdir()}, always | more, words)
            self.assertEqual("unstabilised" in run, "unstabilised.h5" in more)
            shutil.rmtree(self.folder / "out")

    def test_every_is_said_by_the_scene_or_in_its_place(self):
        scene = self.scene_named("rows", simulation={"duration": 0.12, "dt": 0.01, "record_every": 4})
        for words, rows in (((), 4), (("--every", "5"), 4), (("--every", "1"), 13), (("--every", "6"), 3)):
            self.perpend("run", scene, *words, "--csv", "--out", "out")
            self.assertEqual(len((self.folder / "out/run.csv").read_text(encoding="utf-8").splitlines()) - 1, rows,
                             words)
        for words, rows in (((), 3), (("--every", "4"), 4)):
            again = self.perpend("run", "--resume", "out", "--duration", "0.24", *words, "--csv", "--out", "again")
            self.assertEqual(len((self.folder / "again/run.csv").read_text(encoding="utf-8").splitlines()) - 1, rows,
                             words)
        self.assertIn("  wrote                again/contacts.csv\n", again.stdout)

    @unittest.skipUnless(h5py, "needs h5py")
    def test_the_unstabilised_run_starts_where_the_other_does(self):
        scene = self.scene_named("later", simulation={"duration": 0.125, "dt": 0.0078125})
        self.perpend("run", scene, "--out", "first")
        run = self.json("run", "--resume", "first", "--duration", "0.25", "--compare-unstabilised", "--out", "out")
        for name in ("run.h5", "unstabilised.h5"):
            with h5py.File(self.folder / "out" / name, "r") as file:
                self.assertEqual((file["time"][0], file["time"][-1], len(file["time"])), (0.125, 0.25, 17), name)
                self.assertEqual(file["step"][0], 16, name)
        with h5py.File(self.folder / "out/last_state.h5", "r") as file:
            self.assertEqual(file["q"][:].tolist()[-3:], [*run["bodies"]["box"]["x"], run["bodies"]["box"]["q"]])

    def test_motor_forces_are_in_the_table(self):
        self.perpend("run", "slider_crank", "--csv", "--out", "out", "--duration", "0.1")
        with open(self.folder / "out/run.csv", encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        at = [i for i, name in enumerate(head) if ".motor_force[" in name]
        self.assertTrue(any(float(rows[-1][i]) != 0 for i in at), head)

    def test_only_what_is_asked_for(self):
        self.perpend("run", "hello", "--out", "out")
        self.assertEqual({path.name for path in (self.folder / "out").iterdir()},
                         {"run.h5", "last_state.h5", "frames.svg", "run.html"})

    def test_no_files(self):
        self.assertEqual(self.json("run", "hello", "--no-files")["files"], [])
        self.assertEqual(list(self.folder.iterdir()), [])

    @unittest.skipUnless(numpy, "needs numpy")
    def test_npz_ends_in_the_state_of_the_json(self):
        run = self.json("run", "hello", "--out", "out", "--npz")
        arrays = numpy.load(self.folder / "out/run.npz")
        self.assertEqual(len(arrays["time"]), run["steps"] + 1)
        self.assertLessEqual(arrays["report_residual"].max(), run["worst"]["residual"])
        numpy.testing.assert_array_equal(arrays["v"][-1][-3:], run["bodies"]["box"]["v"])

    @unittest.skipUnless(h5py, "needs h5py")
    def test_recording_opens_without_perpend(self):
        run = self.json("run", "discs", "--out", "out")
        with h5py.File(self.folder / "out/run.h5", "r") as file:
            self.assertEqual(len(file["time"]), run["steps"] + 1)
            self.assertEqual(file["report/penetration"][:].max(), run["worst"]["penetration_m"])
            self.assertEqual(file["bodies/mass"].shape, (len(run["bodies"]),))


class Unwritable(Cli):
    def test_folder_that_cannot_be_written(self):
        self.write("file", "")
        self.assertIn("file/out", self.refused("run", "hello", "--out", "file/out"))
        self.assertIn("file/out", self.refused("bench", "lcp", "--quick", "--out", "file/out"))
        (self.folder / "taken/run.h5").mkdir(parents=True)
        self.assertIn("taken/run.h5", self.refused("run", "hello", "--out", "taken"))

    def test_file_that_cannot_be_written_is_exit_1(self):
        (self.folder / "out/run.html").mkdir(parents=True)
        done = self.perpend("run", "hello", "--out", "out", "--json", expect=FAILED)
        self.assertIn("run.html", done.stderr)
        self.assertNotIn("out/run.html", json.loads(done.stdout)["files"])
        self.assertTrue((self.folder / "out/frames.svg").is_file())

    def test_full_disk_stops_no_run(self):
        """Files of at most 200 kB; discs write more. restore_signals would let SIGXFSZ kill."""
        done = subprocess.run([self.program, "run", "discs", "--out", "out", "--json"], text=True,
                              cwd=self.folder, env=self.environment, capture_output=True,
                              timeout=600, check=False, restore_signals=False, preexec_fn=lambda:
                              resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)))
        self.assertEqual(done.returncode, FAILED, done.stderr)
        run = json.loads(done.stdout)
        self.assertEqual((run["status"], run["steps"]), ("ok", 400))
        self.assertIn("out/last_state.h5", run["files"])
        self.assertNotIn("out/run.h5", run["files"])
        self.assertEqual(done.stderr.count("out/run.h5: "), 1)
        self.assertIn("cannot be written: the file is larger than the system allows", done.stderr)


@unittest.skipUnless(h5py, "needs h5py")
class DamagedSnapshot(Cli):
    def refused_with(self, damage):
        """What --resume says of a snapshot after `damage`."""
        if not (self.folder / "out").exists():
            self.perpend("run", "hello", "--duration", "0.1", "--out", "out")
        shutil.copy(self.folder / "out/last_state.h5", self.folder / "damaged.h5")
        with h5py.File(self.folder / "damaged.h5", "r+", libver="latest") as file:
            damage(file)
        words = self.refused("run", "--resume", "damaged.h5").strip()
        self.assertEqual(len(words.splitlines()), 1, words)
        return words

    def put(self, name, value):
        def damage(file):
            del file[name]
            file[name] = value
        return damage

    def test_missing_elements_are_named_with_what_was_expected(self):
        words = self.refused_with(lambda file: file.__delitem__("q"))
        self.assertEqual(words, "damaged.h5: q: is missing (expected rows of numbers)")
        words = self.refused_with(lambda file: file.__delitem__("contacts"))
        self.assertEqual(words, "damaged.h5: contacts/key: is missing (expected rows of numbers)")
        words = self.refused_with(lambda file: file.attrs.__delitem__("dt"))
        self.assertEqual(words, "damaged.h5: dt: is missing (expected a number)")

    def test_elements_of_another_kind_or_shape(self):
        for damage, expected in (
                (self.put("q", 3.0), "q: has one entry without rows (expected rows of numbers)"),
                (self.put("q", ["a"]), "q: is damaged or of another kind (expected rows of numbers"),
                (self.put("contacts/impulse", [1.0]), "contacts/impulse: has the shape 1 (expected"),
                (lambda file: file.attrs.__setitem__("dt", [1.0, 2.0]),
                 "dt: has 2 entries (expected one number)"),
                (lambda file: file.attrs.__setitem__("law", 3),
                 "law: is of another kind (expected text")):
            self.assertIn(expected, self.refused_with(damage))
