"""Checks of a built site: nothing is loaded from outside, and no link within leads nowhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["problems"]

_LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href", "use": "href"}
_IN_CSS = re.compile(r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^\"')\s]+)")


class _Page(HTMLParser):
    """The anchors, the links, and what is loaded from elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = {"", "top"}
        self.links: list[str] = []
        self.outside: list[str] = _IN_CSS.findall(text)
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {value for name in ("id", "name") if (value := given.get(name))}
        loaded = given.get(_LOADED.get(tag, "")) or ""
        if tag == "link" and given.get("rel") in ("canonical", "author", "license"):
            loaded = ""
        if re.match(r"(?:https?:)?//", loaded):
            self.outside.append(loaded)
        link = loaded or (given.get("href") if tag == "a" else "") or ""
        if link and not urlsplit(link).scheme and not link.startswith("//"):
            self.links.append(link)


def problems(site: Path) -> list[str]:
    """A sentence for each link that leads nowhere and each file that would be loaded from outside."""
    pages = {path.resolve(): _Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    found = [f"{path.name} loads {one}" for path, page in pages.items() for one in page.outside]
    for style in site.rglob("*.css"):
        found += [f"{style.name} loads {one}" for one in _IN_CSS.findall(style.read_text(encoding="utf-8"))]
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                found.append(f"{path.name} links to {link}, which does not exist")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                found.append(f"{path.name} links to {link}, which has no such place")
    return found
