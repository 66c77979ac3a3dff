"""What the site needs beyond `docs/`: links that leave it, pages and schemas that lie elsewhere."""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

TOP = Path(__file__).parents[2]
REPOSITORY = "https://github.com/fornax-lint/fornax-lint/blob/main/"

# Documents at the repository's top that are pages of the site too.
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing/index.md"}

# Pictures that the extension's page and the site share.
IMAGES = "vscode-extension/images/"

LINK = re.compile(r"(\]\()([^)\s#:]+)((?:#[^)\s]*)?\))")


def relocate(markdown, source, page):
    """Rewrites the links of a document `source`, which is the page `page`, for the site."""

    def replace(match):
        before, target, after = match.groups()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in PAGES:
            place = PAGES[path]
        elif path.startswith("docs/") and (TOP / path).is_file():
            place = path.removeprefix("docs/")
        elif path.startswith(IMAGES):
            place = f"screens/{path.removeprefix(IMAGES)}"
        else:
            return f"{before}{REPOSITORY}{path}{after}"
        link = posixpath.relpath(place, posixpath.dirname(page) or ".")
        return f"{before}{link}{after}"

    return LINK.sub(replace, markdown)


def outside_code(markdown, change):
    """Applies `change` to what is no code, neither in a block nor in a line."""
    parts = re.split(r"(^ *```.*?^ *```$|`[^`\n]+`)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if index % 2 else change(part) for index, part in enumerate(parts))


def on_files(files, config):
    for source, page in PAGES.items():
        text = (TOP / source).read_text(encoding="utf-8")
        text = outside_code(text, lambda part: relocate(part, source, page))
        files.append(File.generated(config, page, content=text))
    for image in sorted((TOP / IMAGES).glob("*.png")):
        files.append(File.generated(config, f"screens/{image.name}", abs_src_path=str(image)))
    # Each schema is served where its `$id` says that it is.
    for schema in sorted((TOP / "schemas").glob("*.schema.json")):
        files.append(File.generated(config, f"schemas/{schema.name}", abs_src_path=str(schema)))
    return files


def on_page_markdown(markdown, page, **_):
    source = page.file.src_uri
    if source in PAGES.values():
        return markdown
    return outside_code(markdown, lambda part: relocate(part, f"docs/{source}", source))
