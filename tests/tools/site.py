"""Holds a built site to being whole and self-contained: site.py FOLDER

Whatever a page loads lies in the site, and whatever it links to within the site is there. Links to
other places are only links: nothing follows them but a reader. Every page stands once in the
navigation, or is listed by one that does.
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
        # Where it is to be read.
        self.address = ""
        # Where in the page the parser is: how deep in the navigation, and whether in the text.
        self.depth = 0
        self.in_text = False
        self.navigation = []
        self.listed = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("id", "name"):
            if attributes.get(name):
                self.anchors.add(attributes[name])
        if tag == "link" and attributes.get("rel") in NAMED_ONLY:
            if attributes["rel"] == "canonical":
                self.address = attributes.get("href", "")
            return
        if tag == "nav" and (self.depth or "md-nav--primary" in (attributes.get("class") or "")):
            self.depth += 1
        elif tag == "article":
            self.in_text = True
        address = attributes.get(LOADED.get(tag, ""))
        if address:
            self.loaded.append(address)
        elif tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
            if self.in_text:
                self.listed.append(attributes["href"])
            elif self.depth and "md-nav__link" in (attributes.get("class") or ""):
                self.navigation.append(attributes["href"])

    def handle_endtag(self, tag):
        if tag == "nav" and self.depth:
            self.depth -= 1
        elif tag == "article":
            self.in_text = False


def place(site, file, address, top="/"):
    """The file that an address within the site leads to, whose first page is served at `top`."""
    path = unquote(urlsplit(address).path)
    if path.startswith("/"):
        # What lies beside the site is not ours; no file has this name.
        base = site / (path.removeprefix(top) if path.startswith(top) else "outside of the site")
    else:
        base = file.parent / path
    target = (base if path else file).resolve()
    return target / "index.html" if target.is_dir() else target


def faults(site):
    pages = {path.resolve(): Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    start = pages.get((site / "index.html").resolve())
    if start is None:
        yield "there is no first page"
        return
    top = urlsplit(start.address).path or "/"
    for file, page in pages.items():
        name = file.relative_to(site)
        for address in page.loaded:
            if address.startswith("data:"):
                continue
            if urlsplit(address).scheme or address.startswith("//"):
                yield f"{name} loads {address}, which lies elsewhere"
            elif not place(site, file, address, top).exists():
                yield f"{name} loads {address}, which isn't there"
        for address in page.links:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = place(site, file, address, top)
            if not target.exists():
                yield f"{name} links to {address}, which isn't there"
            elif parts.fragment and target in pages:
                # `__top` and the like are made by the theme's scripts.
                if not parts.fragment.startswith("__"):
                    if unquote(parts.fragment) not in pages[target].anchors:
                        yield f"{name} links to {address}, and there is no such place"
    yield from misplaced(site, pages)
    for file in site.rglob("*.css"):
        for address in re.findall(r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^)\"']+)", file.read_text("utf-8")):
            yield f"{file.relative_to(site)} loads {address}, which lies elsewhere"


def within(site, file, addresses):
    """The files of the site that addresses on a page lead to, without places on the page itself."""
    for address in addresses:
        parts = urlsplit(address)
        if not parts.scheme and not parts.netloc and parts.path:
            yield place(site, file, address)


def misplaced(site, pages):
    """Pages that stand more than once in the navigation, and those that nobody finds."""
    start = (site / "index.html").resolve()
    found = list(within(site, start, pages[start].navigation))
    for file in sorted(set(found)):
        if found.count(file) > 1:
            yield f"{file.relative_to(site)} stands {found.count(file)} times in the navigation"
    listed = {page for file in set(found) & pages.keys() for page in within(site, file, pages[file].listed)}
    for file in pages.keys() - set(found) - listed:
        if file.name != "404.html":
            yield f"{file.relative_to(site)} is neither in the navigation nor listed by a page that is"


def main():
    site = Path(sys.argv[1]).resolve()
    found = sorted(set(faults(site)))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
