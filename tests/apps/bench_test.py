# SPDX-License-Identifier: Apache-2.0
"""perpend bench."""
import json

from cli import Cli


class Bench(Cli):
    def test_quick_lcp(self):
        done = self.perpend("bench", "lcp", "--quick", "--json", "--out", "out")
        report = json.loads(done.stdout)
        self.assertTrue(report["host"])
        self.assertTrue(report["rows"])
        for row in report["rows"]:
            self.assertLessEqual({"family", "n", "solver", "ratio", "solved", "worst_residual"},
                                 set(row))
        self.assertIn("keller", {row["solver"] for row in report["rows"]})
        self.assertIn("<html", (self.folder / "out/lcp.html").read_text(encoding="utf-8"))
