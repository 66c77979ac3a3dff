"""Holds a built site to being whole and self-contained: site.py FOLDER

Whatever a page loads lies in the site, and whatever it links to within the site is there. Links to
other places are only links: nothing follows them but a reader.
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser loads by itself.
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "link": "href",
    "form": "action",
}
# What stands in a `link` and is not loaded.
NAMED_ONLY = {"canonical", "next", "prev"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors = set()
        self.loaded = []
        self.links = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("id", "name"):
            if attributes.get(name):
                self.anchors.add(attributes[name])
        if tag == "link" and attributes.get("rel") in NAMED_ONLY:
            return
        address = attributes.get(LOADED.get(tag, ""))
        if address:
            self.loaded.append(address)
        elif tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])


def place(site, file, address):
    """The file that an address within the site leads to."""
    path = unquote(urlsplit(address).path)
    base = site / path.lstrip("/") if path.startswith("/") else file.parent / path
    target = (base if path else file).resolve()
    return target / "index.html" if target.is_dir() else target


def faults(site):
    pages = {path.resolve(): Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    for file, page in pages.items():
        name = file.relative_to(site)
        for address in page.loaded:
            if address.startswith("data:"):
                continue
            if urlsplit(address).scheme or address.startswith("//"):
                yield f"{name} loads {address}, which lies elsewhere"
            elif not place(site, file, address).exists():
                yield f"{name} loads {address}, which isn't there"
        for address in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = place(site, file, address)
            if not target.exists():
                yield f"{name} links to {address}, which isn't there"
            elif parts.fragment and target in pages:
                # `__top` and the like are made by the theme's scripts.
                if not parts.fragment.startswith("__"):
                    if unquote(parts.fragment) not in pages[target].anchors:
                        yield f"{name} links to {address}, and there is no such place"
    for file in site.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^)\"']+)", file.read_text("utf-8")):
            yield f"{file.relative_to(site)} loads {address}, which lies elsewhere"


def main():
    site = Path(sys.argv[1]).resolve()
    found = sorted(set(faults(site)))
    for fault in found:
        print(fault, file=sys.stderr)
    if not (site / "index.html").exists():
        print("there is no first page", file=sys.stderr)
        return 1
    return 1 if found else 0


sys.exit(main())
