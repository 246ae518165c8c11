# SPDX-License-Identifier: Apache-2.0
"""What --json prints where a verb has no answer."""
import json
import os
import subprocess

from cli import FAILED, USAGE, Cli

NO_SCENE, NO_FLAG = ["no_such_scene"], ["hello", "--no-such-flag"]


class JsonRefusals(Cli):
    def diagnostics(self, *words, expect=USAGE):
        """Of the one object on stdout; stderr has the same words as without --json."""
        done = self.perpend(*words, "--json", expect=expect)
        found = json.loads(done.stdout)
        self.assertEqual(set(found) - {"notes"}, {"diagnostics"}, words)
        self.assertTrue(found["diagnostics"], words)
        for each in found["diagnostics"]:
            self.assertEqual(set(each), {"file", "line", "element", "message", "hint"}, words)
            self.assertTrue(each["message"], words)
            self.assertIn(each["message"].splitlines()[0], done.stderr, words)
        return found["diagnostics"]

    def verbs(self):
        words = self.refused("no-verb")
        return set(words[words.index("known: ") + 7:words.rindex(")")].split(", "))

    def test_every_verb_has_diagnostics_for_bad_input(self):
        self.write("broken.json", '{"format": 1,\n "nmae": "x"}')
        of_scene = [NO_SCENE, NO_FLAG, ["broken.json"], ["hello", "--set", "a=b"], ["hello", "--set", "a=1"], [""]]
        out = ["-o", "x.png"]
        bad = {"run": [*of_scene, ["hello", "--dt", "-1"], ["hello", "--dt", "x"], ["hello", "--law", "x"],
                       ["hello", "--level", "x"], ["--resume", "nowhere"], ["hello", "--every", "0"],
                       ["hello", "--dt", "1", "--dt", "2"]],
               "check": of_scene, "compare": [*of_scene, ["hello", "--laws", "x"], ["hello", "--dt=-1"]],
               "list": [["--no-such-flag"], ["too_much"]],
               "solve": [["nowhere.json"], NO_FLAG, ["broken.json"], ["broken.json", "--solver", "x"], [""], []],
               "convert": [["nowhere.urdf", "-"], ["nowhere.urdf"], ["x", "y", "--duration=-1"]],
               "view": [[*words, "--port", "0"] for words in of_scene],
               "render": [[*words, *out] for words in of_scene] + [["hello", "-o", "x.gif"]],
               "export-web": [["out", "--scene", "no_such_scene"], []],
               "bench": [["qcp"], ["--qick"], []],
               "sweep": []}
        self.assertEqual(set(bad), self.verbs())
        for verb, members in bad.items():
            for words in members:
                self.diagnostics(verb, *words)
        self.diagnostics("sweep", "study.json", expect=FAILED)
        self.diagnostics("no-verb")
        self.diagnostics()

    def test_the_study_of_engines_has_them_too(self):
        python = os.environ.get("PERPEND_PYTHON") or "python3"
        has_numpy = subprocess.run([python, "-c", "import numpy"], capture_output=True, check=False).returncode == 0
        for words in (["--only", "x"], ["--engines", "x"], ["--rounds", "x"], ["--no-such-flag"]):
            self.diagnostics("bench", "scenes", *words, expect=USAGE if has_numpy else FAILED)

    def test_lines_and_all_faults_are_those_of_check(self):
        self.write("broken.json", '{"format": 1,\n "nmae": "x",\n "bodies": [{"mas": 1}]}')
        expected = self.diagnostics("check", "broken.json")
        self.assertGreater(len(expected), 2)
        self.assertIn(2, [each["line"] for each in expected])
        for verb in ("run", "compare"):
            self.assertEqual(self.diagnostics(verb, "broken.json"), expected)

    def test_an_answer_is_one_object_and_a_refusal_without_json_none(self):
        self.write("problem.json", '{"A": [[1]], "b": [1]}')
        self.assertNotIn("diagnostics", self.json("solve", "problem.json"))
        self.assertNotIn("diagnostics", self.json("run", "hello", "--duration", "0.01", "--no-files"))
        self.diagnostics("check", self.scene_named("quiet"), "--converge")
        self.diagnostics("run", "hello", "--out", "problem.json/in")
        self.refused("run", "no_such_scene")
