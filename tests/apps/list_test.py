# SPDX-License-Identifier: Apache-2.0
"""perpend list."""
import pathlib
import shutil
import subprocess

from cli import FAILED, OK, Cli


class Listing(Cli):
    def names(self):
        return sorted(path.stem for path in self.scenes.glob("*.json"))

    def test_list_names_every_scene(self):
        words = self.perpend("list").stdout
        self.assertEqual([line.split()[0] for line in words.splitlines()], self.names())

    def test_run_without_arguments_lists(self):
        self.assertEqual(self.perpend("run").stdout, self.perpend("list").stdout)

    def test_run_without_arguments_lists_as_json_too(self):
        self.assertEqual(self.json("run"), self.json("list"))

    def test_where_no_scene_is_that_is_said(self):
        """By the program alone, far from the scenes it was installed with."""
        (self.folder / "bin").mkdir()
        alone = shutil.copy(self.program, self.folder / "bin/perpend")
        self.environment["PERPEND_SCENES"] = str(self.folder / "bin")
        for words, code, said in ((["list"], FAILED, ""), (["list", "--json"], OK, '{"scenes":[]}\n')):
            done = subprocess.run([alone, *words], cwd=self.folder, env=self.environment, text=True,
                                  capture_output=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (code, said))
            self.assertEqual(done.stderr, "" if said else "no scenes in ./scenes or PERPEND_SCENES\n")

    def test_tables_in_the_order_of_the_help(self):
        self.assertEqual(list(self.json("list", "--solvers", "--report", "--laws", "--options")),
                         ["options", "report", "laws", "solvers"])

    def test_list_json(self):
        scenes = self.json("list")["scenes"]
        self.assertEqual([s["name"] for s in scenes], self.names())
        for scene in scenes:
            self.assertEqual(set(scene), {"name", "description", "file"})
            self.assertTrue(scene["description"])
            self.assertTrue(pathlib.Path(scene["file"]).is_file())

    def test_scenes_of_the_working_folder_come_first(self):
        (self.folder / "scenes").mkdir()
        mine = (self.scenes / "hello.json").read_text(encoding="utf-8").replace('"hello"', '"mine"')
        self.write("scenes/mine.json", mine)
        self.assertIn("mine", self.perpend("list").stdout)
        self.assertEqual(self.json("check", "mine")["scene"], "mine")

    def test_every_scene_passes_its_check(self):
        for name in self.names():
            found = self.json("check", name)
            self.assertEqual(found["diagnostics"], [], name)
            self.assertGreater(found["dynamic"], 0, name)
