# SPDX-License-Identifier: Apache-2.0
"""`perpend render`: what it asks of the browser and of ffmpeg, and what it makes of their answers. Programs of a line
take their place, which write down what they are asked."""
import base64
import json
import re

from cli import FAILED, USAGE, Cli

BROWSER = """#!/bin/sh
for word in "$@"; do echo "$word"; done > "$ASKED/browser"
for word in "$@"; do page=${word#file://}; done
/bin/cp "${page%%#*}" "$ASKED/page.html"
/bin/cat "$ASKED/printed"
exit $BROWSER_CODE
"""
FFMPEG = """#!/bin/sh
for word in "$@"; do echo "$word"; done > "$ASKED/ffmpeg"
for word in "$@"; do last=$word; done
/bin/cat "$TMPDIR"/perpend_*/0*.jpg > "$last"
exit $FFMPEG_CODE
"""
PICTURES = [b"first \xff\xfb\xef picture", b"", b"third"]  # their codes have /, + and each number of =
LISTED = ('<i>data:x;base64,AAAA</i><ul id="pictures">'
          + "".join(f"<li>data:image/jpeg;base64,{base64.b64encode(each).decode()}</li>\n" for each in PICTURES)
          + "</ul>")

BINARY = ("--dt", "0.0078125", "--duration", "0.5")  # sums of steps without rounding


class Spied(Cli):
    def setUp(self):
        super().setUp()
        for name in ("bin", "asked", "scratch"):
            (self.folder / name).mkdir()
        self.environment.update(PATH=str(self.folder / "bin"), ASKED=str(self.folder / "asked"), BROWSER_CODE="0",
                                FFMPEG_CODE="0", TMPDIR=str(self.folder / "scratch"))
        self.program_named("chromium", BROWSER)
        self.printed(LISTED)

    def program_named(self, name, text):
        self.write(f"bin/{name}", text)
        (self.folder / "bin" / name).chmod(0o755)

    def printed(self, text):
        self.write("asked/printed", text)

    def render(self, *words, expect=0):
        """What is printed. Nothing of what was made on the way is left."""
        done = self.perpend("render", *words, expect=expect)
        self.assertEqual(list((self.folder / "scratch").iterdir()), [])
        return done.stdout if expect == 0 else done.stderr

    def asked(self, program):
        return (self.folder / "asked" / program).read_text(encoding="utf-8").splitlines()

    def address(self):
        """The words behind the # of the page."""
        return self.asked("browser")[-1].split("#", 1)[1]

    def page(self):
        text = (self.folder / "asked/page.html").read_text(encoding="utf-8")
        return json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S)[1])


class Pictures(Spied):
    def test_a_picture_is_the_first_that_is_printed(self):
        self.assertEqual(self.render("hello", *BINARY, "-o", "x.png"), "x.png\n")
        self.assertEqual((self.folder / "x.png").read_bytes(), PICTURES[0])
        self.assertEqual(self.address(), "render=1&size=1280x720&type=image/png&from=0&to=0.5&")

    def test_the_address_says_what_the_command_line_does(self):
        words = ("hello", *BINARY, "--size", "320x182", "--show", "cones&select=box&by=body", "-o", "x.png")
        self.render(*words, "--to", "0.125")
        self.assertEqual(self.address(),
                         "render=1&size=320x182&type=image/png&from=0&to=0.125&cones&select=box&by=body")
        self.render(*words, "--from", "0.0625", "--to", "0.375")
        self.assertIn("&from=0.0625&to=0.375&", self.address())

    def test_the_browser_shows_no_window_and_ends_by_itself(self):
        self.render("hello", "--duration", "0.01", "-o", "x.png")
        words = self.asked("browser")
        for word in ("--headless=new", "--dump-dom", "--force-device-scale-factor=1", "--enable-unsafe-swiftshader"):
            self.assertIn(word, words)
        folder = words[-1].removeprefix("file://").split("/run.html#")[0]
        self.assertIn(f"--user-data-dir={folder}/profile", words)
        self.assertTrue(any(word.startswith("--virtual-time-budget=") for word in words))

    def test_any_of_three_browsers_in_the_order_of_their_names(self):
        (self.folder / "bin/chromium").rename(self.folder / "bin/google-chrome")
        self.environment["PATH"] = f"{self.folder}/nowhere::{self.folder}/bin"
        self.render("hello", "--duration", "0.01", "-o", "x.png")
        self.program_named("chromium-browser", "#!/bin/sh\nexit 7\n")
        self.assertIn("bin/chromium-browser: ended with 7", self.render("hello", "-o", "x.png", expect=FAILED))
        for name in ("google-chrome", "chromium-browser"):
            (self.folder / "bin" / name).chmod(0o644)
        self.assertEqual(self.render("hello", "-o", "x.png", expect=FAILED),
                         "Chromium is not installed (Debian: chromium)\n")

    def test_a_browser_that_fails_is_told(self):
        self.environment["BROWSER_CODE"] = "3"
        self.assertIn("bin/chromium: ended with 3", self.render("hello", "-o", "x.png", expect=FAILED))
        self.program_named("chromium", "#!/bin/sh\nkill -9 $$\n")
        self.assertIn("bin/chromium: ended with 137", self.render("hello", "-o", "x.png", expect=FAILED))
        self.program_named("chromium", "#!/nowhere/sh\n")
        self.assertIn("bin/chromium: ended with 127", self.render("hello", "-o", "x.png", expect=FAILED))

    def test_pictures_that_are_missing_or_damaged_are_told(self):
        for text, words in (("", "the browser drew nothing (one with WebGL 2)"),
                            ("<i>data:x;base64,AAAA</i>", "the browser drew nothing (one with WebGL 2)"),
                            ('<ul id="pictures"></ul>', "the browser drew nothing (one with WebGL 2)"),
                            ('<ul id="pictures">data:x;base64,AA-A</ul>', "the browser sent a damaged picture")):
            self.printed(text)
            self.assertEqual(self.render("hello", "-o", "x.png", expect=FAILED), words + "\n")
        self.assertFalse((self.folder / "x.png").exists())

    def test_a_picture_that_cannot_be_written_is_told(self):
        self.assertEqual(self.render("hello", "-o", "nowhere/x.png", expect=FAILED),
                         "nowhere/x.png: cannot be written (there is no such folder)\n")
        (self.folder / "taken.png").mkdir()
        self.assertEqual(self.render("hello", "-o", "taken.png", expect=FAILED), "taken.png: cannot be written\n")


class Films(Spied):
    def setUp(self):
        super().setUp()
        self.program_named("ffmpeg", FFMPEG)

    def test_the_pictures_of_a_film_reach_ffmpeg_in_their_order(self):
        self.assertEqual(self.render("hello", "--duration", "0.1", "--fps", "12.5", "-o", "sub film.mp4"),
                         "sub film.mp4\n")
        self.assertEqual((self.folder / "sub film.mp4").read_bytes(), b"".join(PICTURES))
        words = self.asked("ffmpeg")
        self.assertEqual(words[words.index("-framerate") + 1], "12.5")
        self.assertLess(words.index("-framerate"), words.index("-i"))
        self.assertRegex(words[words.index("-i") + 1], r"/perpend_\w{6}/%06d\.jpg$")
        self.assertEqual(words[-1], str(self.folder.resolve() / "sub film.mp4"))
        self.assertIn("-y", words)
        self.assertEqual(words[words.index("-pix_fmt") + 1], "yuv420p")

    def test_percent_signs_of_a_folder_are_none_of_the_pattern(self):
        scratch = self.folder / "50 % #1"
        scratch.mkdir()
        self.environment["TMPDIR"] = str(scratch)
        self.perpend("render", "hello", "--duration", "0.1", "-o", "x.mp4")
        self.assertIn("/50 %% #1/perpend_", next(word for word in self.asked("ffmpeg") if word.endswith(".jpg")))
        self.assertIn("/50%20%25%20%231/perpend_", self.asked("browser")[-1])

    def test_a_film_has_its_first_and_last_picture_and_all_between(self):
        """Of so many seconds of the film a picture each 1/fps, and one more."""
        for words, count in ((("--fps", "8"), 5), (("--fps", "8", "--speed", "0.25"), 17),
                             (("--fps", "8", "--speed", "2"), 3),
                             (("--fps", "9"), 5), (("--fps", "8", "--from", "0.25"), 3),
                             (("--fps", "8", "--to", "0.125"), 2),
                             ((), 16), (("--fps", "1"), 1), (("--fps", "120"), 61)):
            self.render("hello", *BINARY, *words, "-o", "x.mp4")
            self.assertRegex(self.address(), rf"^render={count}&size=1280x720&type=image/jpeg&", words)

    def test_no_film_has_more_pictures_than_1800(self):
        words = ("hello", *BINARY, "-o", "x.mp4", "--fps", "16", "--speed")
        self.render(*words, str(8 / 1799))
        self.assertTrue(self.address().startswith("render=1800&"))
        self.assertIn("--fps must be such that there are at most 1800 pictures; or raise --speed, got 16",
                      self.render(*words, str(8 / 1800), expect=USAGE))

    def test_a_film_that_cannot_be_made_is_told(self):
        self.environment["FFMPEG_CODE"] = "3"
        words = ("hello", "--duration", "0.1", "-o", "x.mp4")
        self.assertEqual(self.render(*words, expect=FAILED), "x.mp4: ffmpeg ended with 3\n")
        (self.folder / "bin/ffmpeg").unlink()
        self.assertEqual(self.render(*words, expect=FAILED), "ffmpeg is not installed (Debian: ffmpeg)\n")


class Shown(Spied):
    SCENE = {"description": "two <welds>", "view": {"lo": [-1, -2], "hi": [3, 4]}, "bodies": [
        {"name": "still", "kind": "fixed"}, {"name": "plate", "color": "#c01234", "position": [0, 1],
                                             "shapes": [{"disc": {"radius": 1}}]}],
        "joints": [{"name": name, "kind": "weld", "a": "plate", "anchor": [x, 0]} for name,
                   x in (("left", -1), ("right", 1))]}

    def test_a_recording_looks_like_the_page_of_its_run(self):
        scene = self.scene_named("welds", **self.SCENE)
        self.perpend("run", scene, "--out", "out")
        whole = (self.folder / "out/run.html").read_text(encoding="utf-8")
        expected = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', whole, re.S)[1])
        self.render("out/run.h5", "-o", "x.png")
        for key in ("scene", "description", "view", "bodies", "joints", "frames"):
            self.assertEqual(self.page()[key], expected[key], key)
        self.assertEqual(self.page()["bodies"][1]["color"], "#c01234")
        self.assertRegex(self.page()["joints"][1]["note"],
                         "^loop `right`: 3 of 3 rows depend on `left`; its reaction is not unique")

    def test_a_scene_looks_like_the_page_of_its_run_with_the_same_words(self):
        scene = self.scene_named("welds", **self.SCENE)
        words = (scene, "--dt", "0.02", "--duration", "0.2", "--law", "relaxed(6)")
        self.perpend("run", *words, "--out", "out")
        self.render("out", "-o", "x.png")
        of_recording = self.page()
        self.render(*words, "-o", "x.png")
        for key in ("scene", "description", "view", "bodies", "joints", "frames", "law", "dt"):
            self.assertEqual(self.page()[key], of_recording[key], key)
        self.assertEqual((self.page()["dt"], self.page()["law"]), (0.02, "relaxed(6)"))

    def test_moments_of_a_recording_that_starts_later(self):
        """Of a resumed run, from 1/8 s to 1/4 s with a row each 1/128 s, of which the last is drawn for a row more."""
        scene = self.scene_named("later", simulation={"duration": 0.125, "dt": 0.0078125})
        self.perpend("run", scene, "--out", "first")
        self.perpend("run", "--resume", "first", "--duration", "0.25", "--out", "out")
        self.render("out", "-o", "x.png")
        self.assertTrue(self.address().endswith("&from=0.125&to=0.25&"))
        for word, moment, holds in (("--to", "0.2", True), ("--to", "0.2578125", True), ("--to", "0.2578126", False),
                                    ("--to", "0.1249", False), ("--from", "0.125", True), ("--from", "0.1249", False),
                                    ("--from", "0.375", False), ("--from", "-1", False)):
            said = self.render("out", word, moment, "-o", "x.png", expect=0 if holds else USAGE)
            told = f"perpend: {word} must be between the start at 0.125 s and the end at 0.25 s, got {moment}\n"
            self.assertEqual(said, "x.png\n" if holds else told)

    def test_sizes_at_their_limits(self):
        for size in ("16x16", "4096x4096", "18x4094"):
            self.render("hello", "--duration", "0.01", "--size", size, "-o", "x.png")
            self.assertIn(f"&size={size}&", self.address())
        for size in ("14x16", "16x14", "4098x16", "16x4098", "17x16", "16x17", "16x", "x16", "16x16x", "16*16",
                     "16x16 ", "-16x16"):
            self.assertIn("--size must be even numbers to 4096 such as 1280x720, got",
                          self.render("hello", f"--size={size}", "-o", "x.png", expect=USAGE))

    def test_all_that_a_link_to_the_page_may_say(self):
        scene = self.scene_named("named", bodies=[{"name": "a b&c", "shapes": [{"disc": {"radius": 1}}]},
                                                  {"name": "d", "position": [9, 0],
                                                   "shapes": [{"disc": {"radius": 1}}]}])
        for show in ("points=0&forces&open&network", "joints&reactions&torques&trails=1",
                     "transparentWalls&edges&shadows",
                     "follow&by=body", "select=d", "select=a%20b%26c", "select=a+b", ""):
            self.render(scene, *(("--show", show) if show else ()), "-o", "x.png")
            self.assertTrue(self.address().endswith(f"&{show}"), show)
        for show in ("select", "select=", "select=e", "point", "cones&&open", "Cones"):
            self.assertIn("--show must be ", self.render(scene, "--show", show, "-o", "x.png", expect=USAGE))
