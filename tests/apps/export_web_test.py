# SPDX-License-Identifier: Apache-2.0
"""`perpend export-web`: the page with the engine in it, with scenes of the user's."""
import json
import re
import shutil
import subprocess

from cli import FAILED, USAGE, Cli

BEGIN, END = '<script id="data" type="application/json">', "</script>"
PAGE = f'<html>{BEGIN}{{"engine": "AGFzbQ==", "scenes": [{{"name": "ours"}}]}}{END}<script>run()</script></html>'


class ExportWeb(Cli):
    def setUp(self):
        super().setUp()
        self.write("engine.html", PAGE)
        self.environment["PERPEND_ENGINE_PAGE"] = str(self.folder / "engine.html")

    def written(self):
        page = (self.folder / "public/index.html").read_text(encoding="utf-8")
        data = re.search(f"{re.escape(BEGIN)}(.*?){END}", page, re.DOTALL).group(1)
        self.assertTrue(page.endswith(f"{END}<script>run()</script></html>"))
        return json.loads(data)

    def test_without_scenes_it_is_the_page_as_it_is(self):
        said = self.perpend("export-web", "public").stdout
        self.assertIn("public/index.html: 1 scenes", said)
        self.assertEqual(self.written(), {"engine": "AGFzbQ==", "scenes": [{"name": "ours"}]})

    def test_scenes_by_name_and_by_file_take_the_place_of_ours(self):
        file = self.scene_named("mine", description="ends </script> & <b>")
        self.perpend("export-web", "public", "--scene", "hello", "--scene", file)
        data = self.written()
        self.assertEqual([scene["name"] for scene in data["scenes"]], ["hello", "mine"])
        self.assertEqual(data["scenes"][1]["description"], "ends </script> & <b>")
        self.assertEqual(json.loads(data["scenes"][1]["text"])["bodies"][1]["name"], "box")
        self.assertEqual(data["engine"], "AGFzbQ==")

    def test_the_engine_lies_beside_the_folder_of_the_program(self):
        """An empty name of another is none."""
        (self.folder / "bin").mkdir()
        (self.folder / "share/perpend/live").mkdir(parents=True)
        alone = shutil.copy(self.program, self.folder / "bin/perpend")
        (self.folder / "engine.html").rename(self.folder / "share/perpend/live/index.html")
        for named in (None, ""):
            self.environment.pop("PERPEND_ENGINE_PAGE", None)
            if named is not None:
                self.environment["PERPEND_ENGINE_PAGE"] = named
            subprocess.run([alone, "export-web", "public"], cwd=self.folder, env=self.environment, check=True,
                           capture_output=True)
            self.assertEqual(self.written()["engine"], "AGFzbQ==")
            shutil.rmtree(self.folder / "public")

    def test_a_robot_is_a_scene_and_its_notes_are_told(self):
        self.write("arm.urdf", '<robot name="arm"><link name="base"><sensor/></link></robot>')
        done = self.perpend("export-web", "public", "--scene", "hello", "--scene", "arm.urdf")
        self.assertEqual([scene["name"] for scene in self.written()["scenes"]], ["hello", "arm"])
        self.assertIn("note: arm.urdf:1: ", done.stderr)
        size = (self.folder / "public/index.html").stat().st_size
        self.assertEqual(done.stdout,
                         f"public/index.html: 2 scenes, {1e-6 * size:.1f} MB; opens from the disk and from any "
                         "static server\n")

    def test_a_scene_with_faults_writes_nothing(self):
        file = self.scene_named("mine", bodies=[{"name": "box", "mass": -1}])
        self.assertIn("mass", self.perpend("export-web", "public", "--scene", file, expect=USAGE).stderr)
        self.assertFalse((self.folder / "public").exists())

    def test_without_an_engine_it_says_what_makes_one(self):
        self.environment["PERPEND_ENGINE_PAGE"] = str(self.folder / "none.html")
        self.assertIn("scripts/web.sh", self.perpend("export-web", "public", expect=FAILED).stderr)
        self.write("engine.html", "<html></html>")
        self.environment["PERPEND_ENGINE_PAGE"] = str(self.folder / "engine.html")
        self.assertIn("no engine in it", self.perpend("export-web", "public", expect=FAILED).stderr)
