# SPDX-License-Identifier: Apache-2.0
"""What the tests of all verbs share: the program in an empty folder, its words, its JSON."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
ENDLESS = "1e7"  # s of simulated time: hours of wall time


class Cli(unittest.TestCase):
    """Each test has an empty working folder. cli_test.py sets what is tested."""

    program = pathlib.Path()
    scenes = pathlib.Path()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = dict(os.environ, PERPEND_SCENES=str(self.scenes))

    def perpend(self, *arguments, expect=OK):
        done = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, text=True,
                              env=self.environment, capture_output=True, timeout=600, check=False)
        self.assertEqual(done.returncode, expect, f"{arguments}\n{done.stdout}{done.stderr}")
        return done

    def json(self, *arguments, expect=OK):
        return json.loads(self.perpend(*arguments, "--json", expect=expect).stdout)

    def hash(self, *arguments):
        return self.perpend("run", *arguments, "--no-files", "--hash").stdout.strip()

    def refused(self, *arguments):
        """The words on stderr; nothing is on stdout and nothing is written."""
        done = self.perpend(*arguments, expect=USAGE)
        self.assertEqual(done.stdout, "")
        self.assertFalse((self.folder / "runs").exists())
        return done.stderr

    def scene_named(self, name, **changes):
        """A scene of that name, a box that lies on the ground, as a file."""
        scene = {"format": 1, "name": name, "bodies": [
            {"name": "ground", "kind": "fixed", "shapes": [{"half_plane": {}}]},
            {"name": "box", "position": [0, 0.5], "shapes": [{"box": {"size": [1, 1]}}]}],
            "simulation": {"duration": 0.05, "dt": 0.01}, **changes}
        return self.write("named.json", scene)

    def write(self, name, content):
        text = content if isinstance(content, str) else json.dumps(content)
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def start(self, *arguments):
        """A run in the background, some rows into its recording."""
        with open(self.folder / "stdout", "w", encoding="utf-8") as out, \
             open(self.folder / "stderr", "w", encoding="utf-8") as err:
            process = subprocess.Popen([self.program, "run", *arguments, "--out", "out", "--json"],
                                       cwd=self.folder, env=self.environment,
                                       stdout=out, stderr=err)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        recording, deadline = self.folder / "out/run.h5", time.monotonic() + 120
        start = 0
        while not start or recording.stat().st_size < start + 100_000:
            self.assertIsNone(process.poll(), "the run ended by itself")
            self.assertLess(time.monotonic(), deadline, "no recording grows")
            time.sleep(0.05)
            if not start and recording.exists():
                start = recording.stat().st_size
        return process
