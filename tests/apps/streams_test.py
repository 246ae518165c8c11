# SPDX-License-Identifier: Apache-2.0
"""What reaches the terminal, and streams that are full, closed or left by their reader."""
import json
import os
import signal
import subprocess

from cli import FAILED, OK, USAGE, Cli

HOSTILE = "e\u001b[31m\u0007\u009b2J"


class Shown(Cli):
    def assert_printable(self, *texts):
        for text in texts:
            self.assertEqual([c for c in text if (c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0"],
                             [], text)

    def test_no_control_of_a_scene_reaches_the_terminal(self):
        """Names, descriptions, unknown keys; what runs and what is refused."""
        body = {"name": "b", "position": [0, 9], "shapes": [{"disc": {"radius": 1}}]}
        expect = [{"body": "b", "quantity": "y", "value": 0, "tolerance": 99, "why": HOSTILE}]
        scene = self.scene_named("t", description=HOSTILE, bodies=[body], expect=expect)
        for arguments in (("run", scene, "--no-files"), ("check", scene),
                          ("run", scene, "--no-files", "--json"), ("check", scene, "--json")):
            done = self.perpend(*arguments)
            self.assert_printable(done.stdout, done.stderr)
            if arguments == ("check", scene):
                self.assertIn(r"e\u001b[31m\u0007\u009b2J", done.stdout)
        for name in ("scene", "body"):
            named = self.scene_named(HOSTILE if name == "scene" else "t", bodies=[{**body, "name": HOSTILE}])
            for arguments in (("run", named), ("check", named, "--json")):
                done = self.perpend(*arguments, expect=USAGE)
                self.assert_printable(done.stdout, done.stderr)
                self.assertIn("name: has control characters", done.stderr)
        bad = self.scene_named("t", **{HOSTILE: 1, "description": 3})
        self.assertIn(r"\u001b[31m", self.refused("run", bad))
        done = self.perpend("check", bad, "--json", expect=USAGE)
        self.assert_printable(done.stdout, done.stderr)
        self.assertIn(HOSTILE, [d["element"] for d in json.loads(done.stdout)["diagnostics"]])

    def test_files_named_by_whoever_sent_them(self):
        self.assert_printable(self.refused("check", "none\u001b[2J.json"),
                              self.refused("solve", "none\u001b[2J.json"),
                              self.refused("\u001b[2J"))

    def test_bytes_that_are_no_text_lose_no_json(self):
        """As of a file in Latin-1: refused, with the bytes that are wrong in the words."""
        for field in ("description", "name"):
            scene = {"format": 1, "name": "t", "description": "d", "bodies": [], field: "Mëi"}
            text = json.dumps(scene, ensure_ascii=False)
            (self.folder / "latin1.json").write_bytes(text.encode("latin-1"))
            for verb in ("check", "run"):
                self.assertIn("ill-formed UTF-8", self.refused(verb, "latin1.json"))
            done = self.perpend("check", "latin1.json", "--json", expect=USAGE)
            self.assertIn("M\ufffd", json.loads(done.stdout)["diagnostics"][0]["message"])
        name = b"caf\xe9.json"  # of a file
        os.rename(self.folder / "latin1.json", os.path.join(os.fsencode(self.folder), name))
        done = subprocess.run([os.fsencode(self.program), b"check", name, b"--json"],
                              cwd=self.folder, capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, USAGE, done.stderr)
        self.assertEqual(json.loads(done.stdout)["diagnostics"][0]["file"], "caf\ufffd.json")
        self.assertIn("caf\ufffd.json:1: ", done.stderr.decode())


class Streams(Cli):
    def shell(self, command):
        done = subprocess.run(["bash", "-c", command.replace("perpend", str(self.program))],
                              cwd=self.folder, env=self.environment, text=True,
                              capture_output=True, timeout=600, check=False)
        return done

    def test_words_nobody_can_read_end_no_run(self):
        for redirected in ("2>/dev/full", "2>&-", "2>&- <&-"):
            for arguments in ("run hello --out out --json", "check chain --json"):
                with self.subTest(arguments + redirected):
                    done = self.shell(f"perpend {arguments} {redirected}")
                    self.assertEqual((done.returncode, done.stderr), (OK, ""))
                    json.loads(done.stdout)
        self.assertEqual(self.shell("perpend run nothing 2>/dev/full").returncode, USAGE)

    def test_an_answer_that_is_lost_is_exit_1_and_said(self):
        """--version and --help too: whatever stdout has to take."""
        for verb in ("run hello --json --out out", "run hello --out out", "run hello --hash --out out",
                     "check chain", "check chain --json", "list", "list --json", "--version",
                     "run --help", "compare hello --no-files --duration 0.1 --laws cone"):
            for redirected in (">/dev/full", ">&-"):
                with self.subTest(verb + redirected):
                    done = self.shell(f"perpend {verb} {redirected}")
                    self.assertEqual(done.returncode, FAILED, done.stderr)
                    self.assertIn("stdout did not take the answer: ", done.stderr)
        self.assertTrue((self.folder / "out/run.html").is_file())

    def test_a_refusal_that_is_lost_keeps_its_code(self):
        for verb, code in (("run nothing --json", USAGE), ("check nothing --json", USAGE), ("sweep x --json", FAILED)):
            done = self.shell(f"perpend {verb} >/dev/full")
            self.assertEqual(done.returncode, code)
            self.assertIn("stdout did not take the answer: ", done.stderr)

    def test_where_both_go_to_one_place_words_stand_in_their_order(self):
        weld = {"kind": "weld", "a": "box", "anchor": [0, 0]}
        scene = self.scene_named("welds", joints=[{"name": "w0", **weld}, {"name": "w1", **weld}])
        lines = self.shell(f"perpend check {scene} --dynamics 2>&1").stdout.splitlines()
        at = [next(i for i,
                   line in enumerate(lines) if line.startswith(word)) for word in ("  law ", "warning: ", "  mass ")]
        self.assertEqual(at, sorted(at))
        self.assertEqual(lines[at[1]].split(":")[1], " w1")

    def test_both_streams_gone(self):
        for redirected in (">/dev/full 2>&1", ">&- 2>&-"):
            done = self.shell(f"perpend run hello --out out {redirected}")
            self.assertEqual(done.returncode, FAILED)
            self.assertTrue((self.folder / "out/run.html").is_file())

    def test_closed_streams_mix_nothing_into_the_recording(self):
        """A file opened while stream 2 is closed would get its number, and every word with it."""
        self.perpend("run", "hello", "--out", "sound")
        self.shell("perpend run hello --out closed <&- >&- 2>&-")
        self.json("run", "--resume", "closed/run.h5", "--no-files", "--duration", "3")

    def test_a_reader_that_leaves_ends_no_run(self):
        """head takes a line; the run goes on and ends as programs in a pipe do."""
        done = self.shell("perpend run discs --out out | head -n 0; echo ${PIPESTATUS[0]}")
        self.assertIn(done.stdout.strip(), ("0", str(128 + signal.SIGPIPE)))
        self.assertEqual(done.stderr, "")
        self.assertTrue((self.folder / "out/run.html").is_file())
        done = self.shell("(sleep 1; perpend list) | true; echo ${PIPESTATUS[0]}")
        self.assertEqual((done.stdout.strip(), done.stderr), (str(128 + signal.SIGPIPE), ""))

    def test_the_summary_is_the_answer(self):
        """`run X > log` has all of it; with --json and --hash that alone is on stdout."""
        done = self.perpend("run", "hello", "--no-files")
        self.assertIn("every step certified", done.stdout)
        self.assertEqual(done.stderr, "")
        done = self.perpend("run", "hello", "--no-files", "--hash")
        self.assertRegex(done.stdout, "^[0-9a-f]{16}\n$")
        self.assertIn("every step certified", done.stderr)
