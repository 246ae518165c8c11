# SPDX-License-Identifier: Apache-2.0
"""Verbs, flags, help: what every command line shares."""
from cli import Cli


class Usage(Cli):
    def test_an_unknown_verb_names_the_nearest(self):
        for word, verb in (("rnu", "run"), ("ist", "list"), ("chekc", "check"), ("slove", "solve"),
                           ("Bench", "bench"), ("compar", "compare")):
            words = self.refused(word, "discs", "--dt", "0.1")
            self.assertIn(f'"{word}" (did you mean "{verb}"?', words)
            self.assertEqual(len(words.splitlines()), 1, words)
        self.assertIn("(known: run, list, check, solve, compare, bench)", self.refused("simulate", "discs"))
        self.assertIn("subcommand", self.refused())

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

    def test_names_of_nothing(self):
        self.assertIn("lcp", self.refused("bench", "qcp"))
        self.assertIn("lcp.json", self.refused("solve", "lcp.json"))

    def test_help_and_version(self):
        for verb in ("run", "list", "check", "solve", "compare", "bench"):
            self.assertIn(verb, self.perpend("--help").stdout)
            self.assertIn("--json", self.perpend(verb, "--help").stdout)
        self.assertRegex(self.perpend("--version").stdout, r"^\d+\.\d+")
