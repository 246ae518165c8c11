# SPDX-License-Identifier: Apache-2.0
"""`perpend render`: pictures and films by a browser without a window."""
import pathlib
import shutil
import struct
import unittest
import zlib

from cli import FAILED, Cli

BROWSER = any(map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))


def png_rows(data: bytes):
    """Width, height and the unpacked rows of a PNG."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    packed, at, size = b"", 8, (0, 0)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack_from(">II", body)
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    return *size, zlib.decompress(packed)


class Render(Cli):
    @unittest.skipUnless(BROWSER, "Chromium is not installed")
    def test_a_picture_of_a_moment_has_its_size_and_shows_bodies(self):
        words = ("render", "hello", "--duration", "0.1", "--size", "320x180")
        said = self.perpend(*words, "-o", "end.png").stdout
        self.assertEqual(said.strip(), "end.png")
        width, height, rows = png_rows((self.folder / "end.png").read_bytes())
        self.assertEqual((width, height), (320, 180))
        self.assertGreater(len(set(rows)), 20, "one colour")
        self.perpend(*words, "--to", "0", "-o", "start.png")
        self.assertNotEqual((self.folder / "start.png").read_bytes(), (self.folder / "end.png").read_bytes())

    @unittest.skipUnless(BROWSER, "Chromium is not installed")
    def test_folders_for_files_on_the_way_may_have_any_name(self):
        scratch = self.folder / "50 % of #1?"
        scratch.mkdir()
        self.environment["TMPDIR"] = str(scratch)
        self.perpend("render", "hello", "--duration", "0.01", "--size", "160x90", "-o", "start.png")
        self.assertEqual(png_rows((self.folder / "start.png").read_bytes())[:2], (160, 90))
        if shutil.which("ffmpeg"):
            self.perpend("render", "hello", "--duration", "0.1", "--size", "160x90", "-o", "start.mp4")

    @unittest.skipUnless(BROWSER, "Chromium is not installed")
    def test_a_film_of_a_recording(self):
        self.perpend("run", "hello", "--duration", "0.2", "--out", "run")
        words = ("render", "run/run.h5", "--size", "160x90", "--fps", "10", "-o", "film.mp4")
        if not shutil.which("ffmpeg"):
            self.assertIn("ffmpeg is not installed", self.perpend(*words, expect=FAILED).stderr)
            return
        self.perpend(*words)
        self.assertEqual((self.folder / "film.mp4").read_bytes()[4:8], b"ftyp")

    def test_words_that_no_picture_has_are_refused(self):
        for words, named in ((("-o", "a.gif"), "--out"), (("-o", "a.png", "--size", "7x7"), "--size"),
                             (("-o", "a.png", "--size", "wide"), "--size"), (("-o", "a.mp4", "--fps", "0"), "--fps"),
                             (("-o", "a.mp4", "--from", "0.008", "--to", "0.002", "--duration", "0.01"), "--to"),
                             (("-o", "a.mp4", "--from", "2", "--duration", "0.01"), "--from"),
                             (("-o", "a.mp4", "--speed", "1e-6", "--duration", "0.01"), "--fps")):
            with self.subTest(words=words):
                self.assertIn(named, self.refused("render", "hello", *words))
