# SPDX-License-Identifier: Apache-2.0
"""Options and report fields: one table feeds flags, --json, list and the documents."""
import re

from cli import Cli

BRIEF = ("hello", "--duration", "0.004", "--no-files")
OTHER = {"law": "relaxed(8)", "solver": "keller", "stepper": "semi_implicit", "drift": "baumgarte",
         "impact": "poisson"}


def flag(name):
    return "--" + name.replace("_", "-")


def other_value(option):
    """A value that is not the default, and the words that set it."""
    name, default = option["name"], option["default"]
    if isinstance(default, bool):
        return not default, [("--no-" if default else "--") + name.replace("_", "-")]
    if isinstance(default, dict):
        words = [word for part in default for word in (flag(f"{name}_{part}"), "1000")]
        return dict.fromkeys(default, 1000.0), words
    if name in OTHER:
        return OTHER[name], [flag(name), OTHER[name]]
    value = default / 2 if default else 1
    value = int(value) if isinstance(default, int) else value
    words = [flag(name), str(value)]
    return value, words + (["--law", "relaxed"] if name == "relaxation_passes" else [])


class Options(Cli):
    def options(self):
        return self.json("list", "--options")["options"]

    def test_every_option_is_a_flag_and_reaches_the_run(self):
        for option in self.options():
            value, words = other_value(option)
            run = self.json("run", *BRIEF, *words)
            self.assertNotEqual(value, option["default"], option["name"])
            self.assertEqual(run["options"][option["name"]], value, option["name"])

    def test_every_flag_is_in_the_help_with_its_unit(self):
        words = re.sub(r"\s+", " ", self.perpend("run", "--help").stdout)
        for option in self.options():
            self.assertIn(option["doc"][1:], words)
            self.assertIn(flag(option["name"]), words)
            if option["unit"]:
                self.assertIn(f'{option["doc"][1:]} ({option["unit"]})', words)
            for choice in option.get("choices", []):
                self.assertIn(choice, words)

    def test_numbers_out_of_range_are_refused_by_name(self):
        checked = 0
        for option in self.options():
            name = option["name"]
            for value in [option["least"] - 1] if "least" in option else []:
                self.assertIn(f"{name} must be", self.refused("run", *BRIEF, flag(name), value))
                checked += 1
            for value in [option["most"] + 1] if "most" in option else []:
                self.assertIn(f"{name} must be", self.refused("run", *BRIEF, flag(name), value))
                checked += 1
        self.assertGreater(checked, 10)
        self.assertIn("joints.damping must be",
                      self.refused("run", *BRIEF, "--joints-damping", "2"))

    def test_defaults_hold_where_nothing_is_said(self):
        found = self.json("run", self.write("fall.json", {
            "format": 1, "name": "fall",
            "bodies": [{"name": "ball", "shapes": [{"disc": {"radius": 1}}]}],
            "simulation": {"duration": 0.01}}), "--no-files")["options"]
        self.assertEqual(found, {o["name"]: o["default"] for o in self.options()})

    def test_a_resumed_run_keeps_its_options_and_names_those_that_change(self):
        self.perpend("run", "hello", "--duration", "0.1", "--stick-speed", "1e-5", "--out", "a")
        again = ("run", "--resume", "a/last_state.h5", "--duration", "0.2", "--no-files", "--json")
        self.assertNotIn("resumed with", self.perpend(*again).stderr)
        self.assertEqual(self.json(*again[:-1])["options"]["stick_speed"], 1e-5)
        words = self.perpend(*again, "--stick-speed", "0.5", "--no-stabilise").stderr
        self.assertIn("resumed with stick_speed 1e-05 -> 0.5\n", words)
        self.assertIn("resumed with stabilise true -> false\n", words)
        self.assertEqual(words.count("resumed with"), 2)

    def test_a_resumed_run_records_as_many_rows(self):
        self.perpend("run", "hello", "--duration", "0.1", "--every", "10", "--out", "a")
        self.perpend("run", "--resume", "a", "--duration", "0.2", "--csv", "--out", "b")
        rows = (self.folder / "b/run.csv").read_text().splitlines()
        self.assertEqual(len([row for row in rows if row and row[0].isdigit()]), 11)

    def test_impulses_of_a_resumed_run_are_those_of_its_step(self):
        """At rest the impulse of a step is the weight times dt: with another dt the scaled ones solve its problem."""
        self.perpend("run", "stack_30", "--duration", "0.5", "--out", "a")
        again = ("run", "--resume", "a", "--duration", "0.6", "--no-files")
        for dt in ("0.001", "0.004", "0.0123"):
            report = self.json(*again, "--dt", dt)["report"]
            self.assertEqual((report["pivots"], report["factorisations"], report["uncertified"]), (0, 0, 0), dt)

    def test_flags_that_were_there_before_still_work(self):
        run = self.json("run", *BRIEF, "--cold", "--unstabilised")["options"]
        self.assertEqual((run["warm_start"], run["stabilise"]), (False, False))


class Report(Cli):
    def test_the_run_reports_every_field(self):
        fields = self.json("list", "--report")["report"]
        run = self.json("run", "hello", "--duration", "0.1", "--no-files")
        self.assertEqual(list(run["report"]), [field["name"] for field in fields])
        for field in fields:
            self.assertEqual(isinstance(run["report"][field["name"]], int), field["is_count"])
        self.assertEqual(run["report"]["residual"], run["worst"]["residual"])
        self.assertEqual(run["report"]["penetration"], run["worst"]["penetration_m"])
        self.assertEqual(run["report"]["contacts"], run["contacts_max"])
        self.assertGreater(run["report"]["time_total"], 0)


class Documents(Cli):
    """What a command prints stands in the documents as it is."""

    def document(self, name):
        return (self.scenes.parent / "docs" / name).read_text(encoding="utf-8")

    def test_tables(self):
        for name, table in (("formats/scene.md", "--options"), ("formats/recording.md", "--report")):
            printed = self.perpend("list", table).stdout
            self.assertIn(printed, self.document(name),
                          f"docs/{name} is not what `perpend list {table}` prints")

    def test_lists_in_one_go(self):
        words = self.perpend("list", "--options", "--laws").stdout
        self.assertEqual(words, self.perpend("list", "--options").stdout + "\n" +
                         self.perpend("list", "--laws").stdout)

    def first_cells(self, name, heading):
        """Names in the first column of the table with that heading."""
        table = self.document(name).split(heading, 1)[1].split("\n\n", 1)[0]
        return re.findall(r"^\| \[?`([a-z_]+)", table, flags=re.M)

    def test_pages_of_methods_and_laws_know_all_of_them(self):
        solvers = self.json("list", "--solvers")["solvers"]
        page = self.first_cells("methods/index.md", "| method | LCP |")
        self.assertEqual(sorted(page), sorted(solver["name"] for solver in solvers))
        laws = self.json("list", "--laws")["laws"]
        self.assertEqual(self.first_cells("methods/laws.md", "| law | friction |"),
                         [law["name"] for law in laws])
        for law in laws:
            self.assertLessEqual(set(law["solvers_in_space"]), set(law["solvers"]))
