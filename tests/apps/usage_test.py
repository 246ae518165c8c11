# SPDX-License-Identifier: Apache-2.0
"""Verbs, flags, help: what every command line shares."""
import json
import subprocess

from cli import FAILED, USAGE, Cli


class Usage(Cli):
    def test_an_unknown_verb_names_the_nearest(self):
        for word, verb in (("rnu", "run"), ("ist", "list"), ("chekc", "check"), ("slove", "solve"),
                           ("Bench", "bench"), ("compar", "compare")):
            words = self.refused(word, "discs", "--dt", "0.1")
            self.assertIn(f'"{word}" (did you mean "{verb}"?', words)
            self.assertEqual(len(words.splitlines()), 1, words)
        self.assertIn("(known: run, view, render, list, check, solve, convert, compare, export-web, bench, sweep)", self.refused("simulate", "discs"))
        self.assertIn("perpend: a verb is missing (known: run, view,", self.refused())

    def test_an_unknown_flag_names_the_nearest(self):
        for verb, word, flag in (("run", "--treads=2", "--threads"), ("run", "-json", "--json"),
                                 ("check", "--jsn", "--json"), ("solve", "--slover", "--solver"),
                                 ("bench", "--qick", "--quick")):
            words = self.refused(verb, "discs", word)
            self.assertIn(f'perpend {verb}: no option is named "{word.split("=")[0]}"', words)
            self.assertIn(f'did you mean "{flag}"?', words)
        self.assertIn("--bogus", self.refused("run", "discs", "--bogus"))
        self.assertEqual(len(self.refused("run", "discs", "--treads", "2", "--colt").splitlines()), 2)

    def test_a_word_too_many(self):
        self.assertIn('"hello" is one word too many', self.refused("run", "discs", "hello"))

    def test_a_parameter_takes_no_scene(self):
        """Each --set has its values; what follows them and is none is the scene."""
        for words in (("--set", "links=3", "chain"), ("--set=links=3", "chain"),
                      ("chain", "--set", "links=3"), ("--set", "load=9", "links=3", "chain"),
                      ("--set", "load=9", "--set", "links=3", "chain"), ("chain", "--set=links=3")):
            run = self.json("run", *words, "--duration", "0.01", "--no-files")
            self.assertEqual(len(run["bodies"]), 4, words)
            self.assertEqual(self.json("check", *words)["dynamic"], 4, words)
        self.assertIn("chain", self.refused("run", "--set", "links=3", "chian"))

    def test_a_parameter_is_set_once(self):
        words = self.refused("check", "chain", "--set", "links=9", "load=1", "links=3")
        self.assertIn("parameters.links: is set twice, to 9 and 3", words)

    def test_dumped_steps_take_no_scene(self):
        self.perpend("run", "--dump-step", "3", "discs", "--duration", "0.2")

    def test_empty_values_are_named(self):
        """As of a shell variable that is not set."""
        for option in ("--dt", "--duration", "--resume", "--out", "--law", "--set", "--threads",
                       "--dump-dir", "--snapshot-every"):
            for words in ((option, ""), (option + "=",)):
                self.assertIn(f"{option}: the value is empty", self.refused("run", "hello", *words))
        self.assertIn("the value is empty", self.refused("run", ""))
        self.assertIn("the value is empty", self.refused("check", ""))
        self.assertIn("--solver: the value is empty", self.refused("solve", "x.json", "--solver", ""))
        self.assertIn("--laws: the value is empty", self.refused("compare", "hello", "--laws="))

    def test_switches_are_true_or_false(self):
        for word in ("maybe", "2", "-5", "x", "99999999999999999999"):
            for option in ("--stabilise", "--no-stabilise", "--unstabilised", "--cold", "--energy-guard", "--json"):
                self.assertIn(f"{option} must be true or false, got {word}\n",
                              self.refused("run", "hello", f"{option}={word}", "--no-files"))
        brief = ("run", "hello", "--duration", "0.004", "--no-files")
        for words, holds in (("--stabilise=true", True), ("--stabilise=false", False), ("--no-stabilise=true", False),
                             ("--no-stabilise=false", True), ("--stabilise", True), ("--unstabilised", False)):
            self.assertEqual(self.json(*brief, words)["options"]["stabilise"], holds, words)

    def test_names_of_nothing(self):
        self.assertIn("lcp", self.refused("bench", "qcp"))
        self.assertIn("lcp.json", self.refused("solve", "lcp.json"))

    def test_counts_are_positive(self):
        for words in (("run", "hello", "--every", "0"), ("run", "hello", "--dump-step", "-3"),
                      ("render", "hello", "-o", "x.png", "--speed", "0")):
            self.assertIn(f"{words[-2]} must be a positive number, got {words[-1]}\n", self.refused(*words))

    def test_values_of_another_kind_are_told_in_our_words(self):
        for words, said in ((("run", "hello", "--dt", "abc"), "perpend: --dt must be a number, got abc"),
                            (("run", "hello", "--threads", "1.5"), "perpend: --threads must be a whole number, got 1.5"),
                            (("run", "hello", "--dt", "1", "--dt", "2"), "perpend: --dt is given 2 times"),
                            (("run", "hello", "--law"), "perpend: --law has no value (expected a value)"),
                            (("check",), "perpend check: scene is missing (see perpend check --help)"),
                            (("render", "hello"), "perpend render: --out is missing (see perpend render --help)"),
                            (("render", "hello", "-o", "x.mp4", "--fps", "0.5"), "perpend: --fps must be a number from 1 to 120, got 0.5"),
                            (("view", "hello", "--port", "1x"), "perpend: --port must be a number from 1 to 65535, got 1x"),
                            (("run", "hello", "--law", "polyhedral(3)"), "perpend: sides must be even, at least 4 and at most 1000, got 3"),
                            (("solve", "x.json", "--convert", "y.npz", "--out", "z.h5"), "perpend: --out must be left out with --convert")):
            with self.subTest(words=words):
                self.assertEqual(self.refused(*words), said + "\n")

    def test_words_that_are_near_nothing(self):
        for words, said in ((("run", "discs", "--bogus"),
                             'perpend run: no option is named "--bogus" (see perpend run --help)'),
                            (("run", "discs", "-5"), 'perpend run: "-5" is one word too many (see perpend run --help)'),
                            (("run", "hello", "--every"), "perpend: --every has no value (expected a whole number)"),
                            (("render", "hello", "-o", ""),
                             "perpend: word 4: the value is empty (leave it out or give one)"),
                            (("run", "discs", "--law", "polyhedral(8"),
                             "perpend: --law must be such as polyhedral(16,rotated), phantom(4,rho=0.1), box, "
                             "got polyhedral(8"),
                            (("run", "discs", "--solver", "x", "--law", "relaxed"),
                             "perpend: --solver must be one of auto, dantzig, keller, lemke, murty, block, qp, pgs, "
                             "got x"),
                            (("run", "hello", "--snapshot-every", "inf"),
                             "perpend: --snapshot-every must be at least 0 and finite, got inf"),
                            (("view", "no_such_scene.json", "--port", "65535"), "no_such_scene.json: no such file"),
                            (("view", "no_such_scene.json", "--port", "1"), "no_such_scene.json: no such file")):
            with self.subTest(words=words):
                self.assertEqual(self.refused(*words), said + "\n")
        for word in ("links=3x", "links=inf", "links=nan", "links=3=4", "links"):
            self.assertEqual(self.refused("run", "chain", "--set", word),
                             f"perpend: --set must be name=number, got {word}\n")

    def test_a_law_and_its_solver_stand_in_any_order(self):
        run = self.json("run", "discs", "--solver", "block", "--law", "relaxed", "--duration", "0.1", "--no-files")
        self.assertEqual((run["solver"], run["law"], list(run["answered_by"])), ("block", "relaxed(8)", ["block"]))

    def test_a_scene_is_converted_over_another(self):
        self.write("mine.json", "{}")
        for scene in ("hello", "chain"):
            self.perpend("convert", scene, "mine.json", "--overwrite")
            self.assertEqual((self.folder / "mine.json").read_bytes(), (self.scenes / f"{scene}.json").read_bytes())
        self.assertIn("out must be another file than the one that is converted",
                      self.refused("convert", "mine.json", "./mine.json"))
        self.assertIn("nowhere/x.json", self.perpend("convert", "hello", "nowhere/x.json", expect=FAILED).stderr)

    def test_a_scene_is_converted_by_its_name(self):
        self.perpend("convert", "hello", "mine.json")
        self.assertEqual((self.folder / "mine.json").read_bytes(), (self.scenes / "hello.json").read_bytes())
        self.assertIn('did you mean "hello"?', self.refused("convert", "helo", "x.json"))

    def test_words_that_nothing_reads_are_refused(self):
        self.write("arm.urdf", '<robot name="arm"><link name="base"/></robot>')
        self.scene_named("box")
        for words, said in ((("compare", "named.json", "--levels", "--laws", "box", "--reference", "1e-3"),
                             ("--laws must be left out with --levels", "--reference must be left out with --levels")),
                            (("check", "named.json", "--converge", "--dynamics"), ("--dynamics must be left out with --converge",)),
                            (("convert", "named.json", "x.json", "--duration", "3", "--base", "fixed"),
                             ("--base must be left out with a scene file", "--duration must be left out with a scene file")),
                            (("run", "arm.urdf", "--package", "foo=/nosuch"), ("--package must be name=folder, of a folder, got foo=/nosuch",)),
                            (("render", "named.json", "-o", "x.png", "--to", "100"), ("--to must be between the start at 0 s and the end at 0.05 s, got 100",)),
                            (("render", "named.json", "-o", "x.png", "--show", "cones&foo"), ("--show must be of points, forces,", "got foo")),
                            (("render", "named.json", "-o", "x.png", "--show", "select=bx"), ("--show must be select=NAME with the name of a body, got select=bx",))):
            with self.subTest(words=words):
                found = self.refused(*words)
                for each in said:
                    self.assertIn(each, found)

    def test_words_without_effect_on_a_run_are_refused(self):
        self.perpend("run", "hello", "--duration", "0.01", "--out", "out")
        for words, said in ((("--resume", "out", "--ground", "--base", "fixed"), ("--ground", "--base")),
                            (("hello", "--no-files", "--out", "x", "--csv", "--npz"), ("--out", "--csv", "--npz"))):
            found = self.refused("run", *words).splitlines()
            self.assertEqual([line.split()[1] for line in found], list(said))
            self.assertTrue(all("must be left out with --" in line for line in found), found)
        self.assertIn("--out must be left out with --no-files", self.refused("compare", "hello", "--no-files", "--out", "x"))
        self.assertIn("--set must be left out with --resume, whose file holds the parameters, got links=3",
                      self.refused("run", "--resume", "out", "--set", "links=3"))

    def test_the_folder_of_a_run_is_no_scene(self):
        self.perpend("run", "hello", "--duration", "0.01", "--out", "out")
        for verb in ("run", "check", "compare"):
            self.assertEqual(self.refused(verb, "out"), "out: is a folder (it holds a run: `perpend view` shows it, "
                                                        "`perpend run --resume` goes on from it)\n")

    def test_a_run_has_a_step_at_least(self):
        for words in (("--dt", "1e300"), ("--duration", "1e-9")):
            self.assertIn("--duration must be more than half a step", self.refused("run", "hello", *words))
        self.perpend("run", "hello", "--duration", "0.1", "--out", "out")
        again = self.perpend("run", "--resume", "out", "--duration", "0.05", expect=USAGE)
        self.assertIn("after the start at 0.1 s", again.stderr)

    def test_a_run_of_more_steps_than_anybody_waits_for_is_refused(self):
        for words in (("run", "hello", "--dt", "1e-300"), ("run", "hello", "--duration", "1e300"),
                      ("compare", "hello", "--dt", "0.001,1e-17"), ("compare", "hello", "--reference", "1e-20"),
                      ("compare", "hello", "--levels", "--dt", "1e-20"), ("render", "hello", "-o", "x.png", "--dt", "1e-30"),
                      ("view", "hello", "--dt", "1e-300")):
            self.assertRegex(self.refused(*words), r"^perpend: (--dt|--reference) must be a step that the .* at most 1e\+12 times")

    def test_a_recording_takes_no_words_of_a_scene(self):
        self.perpend("run", "hello", "--duration", "0.02", "--out", "out")
        for verb in (("view", "out"), ("render", "out/run.h5", "-o", "x.png")):
            said = self.perpend(*verb, "--law", "foo", "--no-stabilise", "--dt", "0.1", "--set", "a=1", "--ground", expect=USAGE).stderr
            for option in ("--law", "--stabilise", "--dt", "--set", "--ground"):
                self.assertIn(f"perpend: {option} must be left out with a recording\n", said)
        self.assertIn("--duration must be left out with a recording",
                      self.perpend("render", "out", "-o", "x.png", "--duration", "1", expect=USAGE).stderr)

    def test_a_recording_that_is_cut_short_is_told_so(self):
        self.perpend("run", "hello", "--duration", "0.02", "--out", "out")
        (self.folder / "cut.h5").write_bytes((self.folder / "out/run.h5").read_bytes()[:3000])
        for words in (("view", "cut.h5"), ("render", "cut.h5", "-o", "x.png")):
            self.assertIn("cut.h5: is cut short", self.perpend(*words, expect=USAGE).stderr)

    def test_a_file_that_may_not_grow_is_told(self):
        words = f"ulimit -f 200; exec '{self.program}' run hello --duration 100 --out out"
        done = subprocess.run(["bash", "-c", words], cwd=self.folder, env=self.environment, text=True, capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, FAILED, done.stderr)
        self.assertIn("run.h5", done.stderr)

    def test_a_scene_comes_through_a_pipe_too(self):
        text = (self.folder / self.scene_named("piped")).read_text(encoding="utf-8")
        for name in ("-", "/dev/stdin"):
            done = subprocess.run([self.program, "run", name, "--no-files", "--json"], input=text, text=True,
                                  cwd=self.folder, env=self.environment, capture_output=True, check=True)
            self.assertEqual(json.loads(done.stdout)["scene"], "piped")
        (self.folder / "heap").mkdir()
        self.assertIn("heap: is a folder", self.refused("run", "heap"))

    def test_studies_are_told_to_be_python(self):
        for words in (("sweep", "study.json", "--workers", "2"), ("sweep", "--help")):
            self.assertIn("pip install", self.perpend(*words, expect=FAILED).stderr)
        self.assertIn("sweep", self.perpend("--help").stdout)

    def test_help_and_version(self):
        for verb in ("run", "list", "check", "solve", "compare", "bench"):
            self.assertIn(verb, self.perpend("--help").stdout)
            self.assertIn("--json", self.perpend(verb, "--help").stdout)
        self.assertRegex(self.perpend("--version").stdout, r"^\d+\.\d+")
