#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when a page of the built site asks another server for anything, or a link of it goes nowhere.

site_test.py SITE_FOLDER
"""
import html.parser
import pathlib
import sys
import urllib.parse

FETCHED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src", "video": "src"}


class Page(html.parser.HTMLParser):
    def __init__(self, text: str):
        super().__init__()
        self.fetched, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in FETCHED and attrs.get("rel") != "canonical" and attrs.get(FETCHED[tag]):
            self.fetched.append(attrs[FETCHED[tag]])
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])


def is_elsewhere(address: str) -> bool:
    return bool(urllib.parse.urlsplit(address).netloc)


def faults_of(path: pathlib.Path):
    page = Page(path.read_text(encoding="utf-8"))
    yield from (f"fetches {address}" for address in page.fetched if is_elsewhere(address))
    for address in {*page.links, *page.fetched}:
        parts = urllib.parse.urlsplit(address)
        if parts.scheme or parts.netloc or not parts.path:
            continue
        if not (path.parent / urllib.parse.unquote(parts.path)).exists():
            yield f"{address} is not there"


def check_myself():
    page = Page('<script src="https://a.example/x.js"></script><link rel=canonical href="https://b"><a href="c.html">')
    assert page.fetched == ["https://a.example/x.js"] and page.links == ["c.html"]
    assert is_elsewhere(page.fetched[0]) and is_elsewhere("//fonts.example/a") and not is_elsewhere("a/b.css#c")


def main() -> int:
    check_myself()
    site = pathlib.Path(sys.argv[1])
    pages = [p for p in sorted(site.rglob("*.html")) if p.name != "404.html" and "gallery" not in p.parts]
    found = [f"{page.relative_to(site)}: {fault}" for page in pages for fault in faults_of(page)]
    styles = [p for p in site.rglob("*.css") if "url(http" in p.read_text(encoding="utf-8", errors="replace")]
    found += [f"{p.relative_to(site)}: fetches from another server" for p in styles]
    for fault in found:
        print(fault)
    print(f"{len(pages)} pages, {len(found)} faults")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
