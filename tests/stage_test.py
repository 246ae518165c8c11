#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of the site are gathered without a fault, and mean there what they mean in the tree.

stage_test.py SOURCE_FOLDER
"""
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "docs" / "site"))

import stage  # noqa: E402


class Stage(unittest.TestCase):
    def test_lists_nest_by_four_columns(self):
        page = "1. a\n   b\n   - c\n     d\n2. e\n\n   f\n3. g\n"
        self.assertEqual(stage.nested(page), "1. a\n    b\n    - c\n        d\n2. e\n\n    f\n\n3. g\n")

    def test_a_list_behind_a_paragraph_begins_with_an_empty_line(self):
        self.assertEqual(stage.nested("text\n- a\n- b\n\n    code\n"), "text\n\n- a\n- b\n\n      code\n")

    def test_bars_in_code_of_tables_lose_their_backslash(self):
        self.assertEqual(stage.unescaped("| `\\|f\\|` | \\|x\\| |\n`a\\|b`"), "| `|f|` | \\|x\\| |\n`a\\|b`")

    def test_links_follow_their_targets(self):
        with tempfile.TemporaryDirectory() as folder:
            site = stage.Site(pathlib.Path(folder))
            turned = site.turned("docs/python.md", "[a](methods/laws.md#x) [b](../bench/results/lcp.md) [c](https://d)")
            self.assertEqual(turned, "[a](methods/laws.md#x) [b](measured/lcp.md) [c](https://d)")
            self.assertEqual(site.turned("README.md", "[a](docs/sweep.md)"), "[a](../sweep.md)")
            self.assertEqual(site.turned("README.md", "```\n[a](docs/sweep.md)\n```"), "```\n[a](docs/sweep.md)\n```")
            self.assertEqual(site.turned("docs/index.md", "[a](../examples/hello)"), "[a](source/examples/hello.md)")
            self.assertIn("int main()", (pathlib.Path(folder) / "source/examples/hello.md").read_text())
            site.turned("docs/index.md", "[a](none.md)")
            self.assertEqual(len(site.faults), 1)

    def test_all_pages_are_gathered(self):
        with tempfile.TemporaryDirectory() as folder:
            site = stage.Site(pathlib.Path(folder) / "pages")
            site.write()
            self.assertEqual(site.faults, [])
            self.assertTrue((site.folder / "measured/joints.md").exists())
            self.assertFalse((site.folder / "site").exists())

    def test_the_menu_names_pages_that_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            site = stage.Site(pathlib.Path(folder) / "pages")
            site.write()
            menu = re.findall(r": (\S+\.md)$", (ROOT / "docs/site/mkdocs.yml").read_text(), re.MULTILINE)
            self.assertGreater(len(menu), 100)
            self.assertEqual([page for page in menu if not (site.folder / page).exists()], [])

    def test_the_gallery_gets_live_scenes(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "page.html").write_text("engine")
            (folder / "gallery.md").write_text("# Gallery\n\nText.\n\n## Nut\n\n```sh\nperpend run nut --dt 1\n```\n\nEnd.\n")
            stage.add_live(folder, folder / "page.html")
            page = (folder / "gallery.md").read_text()
            self.assertEqual((folder / "live.html").read_text(), "engine")
            self.assertLess(page.index('href="live.html#scene=double_action_jack"'), page.index("## Nut"))
            self.assertIn('```\n\n<p><a class="live" data-scene="nut" href="live.html#scene=nut">Run it here</a></p>\n\nEnd.', page)
            self.assertNotIn("<iframe", page)  # nothing is loaded before it is asked for
            for scene in stage.SOME:
                self.assertTrue((ROOT / f"scenes/{scene}.json").exists(), scene)

    def test_a_gallery_without_the_engine_says_so(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "gallery.md").write_text("# Gallery\n\nText.\n\n## Nut\n\nEnd.\n")
            stage.say_without(folder)
            page = (folder / "gallery.md").read_text()
            self.assertLess(page.index("built without the engine in WebAssembly"), page.index("## Nut"))


if __name__ == "__main__":
    unittest.main()
