"""A lecture: any links of the lab in order, each with a name; kept as a text, shared as one link or a file.

The text has the title in its first line after "#", then a line for each part: ``name | link``. The link carries the
text compressed, or the name of one that the lab or this server keeps.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import parse_qsl, urlencode, urlsplit

from pages.ui import navigation, rooms
from pages.ui.lessons import texts
from pages.ui.lessons.labels import label
from pages.ui.state import page_path

__all__ = [
    "MOST_CHARACTERS", "SHORT", "SIZES", "STUDENTS", "Item", "Lecture", "alone", "asking", "from_file", "line", "moved",
    "of_class", "packed", "read", "short", "unpacked",
]  # fmt: skip

MOST_ITEMS = 60
MOST_CHARACTERS = 60_000  # of the text
SHORT = 8  # characters of what names a kept lecture; a text takes more
# What a link says of the one who copied it.
_PRIVATE = ("projector", "lecture", "at", "guess", "room", "key", "shown", "entry")


@dataclass(frozen=True)
class Item:
    """A part of a lecture: its name, and a page with the query of its link."""

    name: str
    page: str
    query: dict[str, str]

    @property
    def address(self) -> str:
        """Page and query."""
        return f"{self.page}?{urlencode(self.query)}"

    @property
    def poll(self) -> bool:
        """Whether it asks the phones of the class."""
        return self.page == "classroom" and "ask" in self.query


@dataclass(frozen=True)
class Lecture:
    """Parts in order; problems: lines of the text that are no link of this lab, with the reason."""

    title: str
    items: tuple[Item, ...]
    problems: tuple[str, ...] = ()


def read(text: str) -> Lecture:
    """The lecture that a text describes."""
    title, items, problems = label("my_lecture.title"), [], []
    for written in text[:MOST_CHARACTERS].splitlines():
        name, _, link = (part.strip() for part in written.rpartition("|"))
        if written.startswith("#"):
            title = written.lstrip("# ").strip() or title
        elif link:
            item = _item(name, link)
            if isinstance(item, Item):
                items.append(item)
            else:
                problems.append(item)
    if len(items) > MOST_ITEMS:
        problems.append(label("my_lecture.too_many", most=MOST_ITEMS))
    return Lecture(title, tuple(items[:MOST_ITEMS]), tuple(problems))


def from_file(data: bytes) -> tuple[str, str]:
    """The text of an uploaded file, and why it is not taken: one of the two is ""."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", label("my_lecture.no_text")
    if len(text) > MOST_CHARACTERS:
        return "", label("my_lecture.too_long", most=MOST_CHARACTERS, count=len(text))
    return (text, "") if read(text).items else ("", label("my_lecture.no_part"))


def moved(text: str, part: int, by: int) -> str:
    """The text with a part moved by so many places, or taken out of it by 0; all other lines stay in their order.

    A press that comes when the part is gone, or is at the end already, changes nothing.
    """
    lines = text.splitlines()
    places = _places(lines)
    if not {part, part + by} <= set(range(len(places))):
        return text
    taken = lines.pop(places[part])
    if by:
        lines.insert(places[part + by], taken)
    return "\n".join(lines)


def asking(text: str, part: int, ask: str) -> str:
    """The text with another question of the poll in this part; an empty one changes nothing."""
    lines = text.splitlines()
    places = _places(lines)
    if not ask.strip() or part not in range(len(places)):
        return text
    (item,) = read(lines[places[part]]).items
    lines[places[part]] = f"{item.name} | {replace(item, query={**item.query, 'ask': ask.strip()}).address}"
    return "\n".join(lines)


def _places(lines: list[str]) -> list[int]:
    """Which lines are parts."""
    return [place for place, written in enumerate(lines) if read(written).items]


def line(name: str, address: str) -> str:
    """The line of a part, from a link as the browser has it."""
    item = _item(name.replace("|", "/"), address)
    return f"{item.name} | {item.address}" if isinstance(item, Item) else f"{name} | {address}"


def packed(text: str) -> str:
    """The text as a link carries it."""
    lecture = read(text)
    if known := next((name for name, kept in _KEPT.items() if read(kept()) == lecture), ""):
        return known
    return base64.urlsafe_b64encode(zlib.compress(_text(lecture).encode(), 9)).decode().rstrip("=")


def short(code: str) -> str:
    """What names the lecture of a link in a few letters, for as long as this server keeps it; else the code itself."""
    try:
        return rooms.lectures().keep(code) if len(code) > SHORT else code
    except ValueError:  # too long, or no place for it
        return code


def unpacked(code: str) -> str:
    """The text that a link carries or names; "" if it carries none."""
    if code in _KEPT:
        return _KEPT[code]()
    try:
        code = rooms.lectures().kept(code) if len(code) == SHORT else code
        data = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        return zlib.decompressobj().decompress(data, MOST_CHARACTERS).decode()
    except (ValueError, binascii.Error, zlib.error):  # `Closed`: the file of kept lectures cannot be read
        return ""


def of_class(large: bool = False) -> str:
    """The text of the 45-minute class, for 20 to 30 students or for a hundred and more."""
    title, items = texts.class_script()
    return "\n".join([f"# {title}", *(f"{item.title} | {item.address(large)}" for item in items)])


def alone(code: str) -> str:
    """The code of a lecture without its polls, as one person looks at it again; "" where nothing is left."""
    text = _without_polls(unpacked(code))
    return packed(text) if read(text).items else ""


def _without_polls(text: str) -> str:
    lecture = read(text)
    stops = tuple(item for item in lecture.items if not item.poll)
    return _text(Lecture(lecture.title, stops))


def _text(lecture: Lecture) -> str:
    """The text that describes it, every link in it shortened to page and query."""
    return "\n".join([f"# {lecture.title}", *(f"{item.name} | {item.address}" for item in lecture.items)])


SIZES = {"class": False, "large": True}  # of the class whose lecture a name in a link stands for
STUDENTS = {"class": 25, "large": 100}  # in a rehearsal of it
_KEPT: dict[str, Callable[[], str]] = {
    **{name: partial(of_class, large) for name, large in SIZES.items()},
    "alone": lambda: _without_polls(of_class()),
}  # what short names in links stand for


def _item(name: str, link: str) -> Item | str:
    """The part, or why the link is none of this lab's."""
    address = urlsplit(link)
    page = page_path(address.path).rpartition("/")[2] or navigation.START
    if page not in navigation.names():
        return label("my_lecture.no_page", link=link[:80], page=repr(page[:40]))
    query = {key: value for key, value in parse_qsl(address.query) if key not in _PRIVATE}
    page = navigation.meant(page, query)
    return Item(name or navigation.title_of(page), page, query)
