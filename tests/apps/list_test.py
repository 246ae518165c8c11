# SPDX-License-Identifier: Apache-2.0
"""perpend list."""
import pathlib

from cli import Cli


class Listing(Cli):
    def names(self):
        return sorted(path.stem for path in self.scenes.glob("*.json"))

    def test_list_names_every_scene(self):
        words = self.perpend("list").stdout
        self.assertEqual([line.split()[0] for line in words.splitlines()], self.names())

    def test_run_without_arguments_lists(self):
        self.assertEqual(self.perpend("run").stdout, self.perpend("list").stdout)

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
