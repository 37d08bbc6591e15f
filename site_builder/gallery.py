"""The gallery: every preset of every page run, with its picture, its numbers, its program and a link into the lab."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pages.ui.charts import Theme
from pages.ui.page import ExperimentPage
from pages.ui.preset_names import slug
from pages.ui.quantities import format_value, origin
from pages.ui.takeaway.document import own_names, svg
from ppr_core.experiments.contract import Parameters, Story

__all__ = ["Exhibit", "exhibit", "presets_of", "write"]

OPENING = "As the page opens"
_THEME = Theme(dark=False)


@dataclass(frozen=True)
class Exhibit:
    """A preset that has been run: what it found, the page as MyST Markdown, and its picture as SVG."""

    page: str
    name: str
    title: str
    finding: str
    text: str
    picture: str


def presets_of(page: ExperimentPage) -> dict[str, tuple[Parameters, str]]:
    """Presets by their titles, the page's own settings first; a preset that is no more than these is left out."""
    experiment, own = page.experiment, page.experiment.parameters()
    others = {title: preset for title, preset in experiment.presets.items() if preset[0] != own}
    return {OPENING: (own, page.question), **others}


def exhibit(page: ExperimentPage, title: str) -> Exhibit:
    """Run a preset."""
    experiment, (parameters, about) = page.experiment, presets_of(page)[title]
    result = experiment.run(parameters)
    story = experiment.tell(result)
    figure = page.main(result, story, _THEME)
    name = slug(title)
    text = _TEMPLATE.format(
        title=f"{page.title}: {title}",
        about=_plain(about),
        picture=f"{experiment.name}-{name}.svg",
        alternative=html.escape(figure.alternative),
        caption=html.escape(figure.title),
        finding=_plain(story.finding),
        numbers=_numbers(story, page.tiles),
        snippet=experiment.snippet(parameters).rstrip(),
        page=experiment.name,
        shown=page.title,
        query=experiment.name if title == OPENING else f"{experiment.name}?preset={name}",
    )
    return Exhibit(experiment.name, name, title, story.finding, text, own_names(svg(figure, _THEME), 0))


_TEMPLATE = """# {title}

{about}

<figure class="preset" tabindex="0"><img src="../_static/gallery/{picture}" alt="{alternative}">
<figcaption>{caption}</figcaption></figure>

**{finding}**

{numbers}

## The same in Python

```python
{snippet}
```

<p><a href="../lab/{page}.html">{shown} in the lab without a server</a>. In the full lab these settings are
<code>{query}</code>.</p>
"""


def write(folder: Path, pictures: Path, exhibits: list[Exhibit], titles: dict[str, str]) -> None:
    """The pages of the gallery with their list; titles: of the lab's pages, in their order."""
    for where in (folder, pictures):
        where.mkdir(parents=True, exist_ok=True)
    listed = []
    for page, title in titles.items():
        mine = [each for each in exhibits if each.page == page]
        for each in mine:
            (folder / f"{page}-{each.name}.md").write_text(each.text, encoding="utf-8")
            (pictures / f"{page}-{each.name}.svg").write_text(each.picture, encoding="utf-8")
        if mine:
            listed += [f"## {title}\n", f'<ul class="exhibits">{"".join(map(_card, mine))}</ul>\n']
    entries = "\n".join(f"{each.page}-{each.name}" for each in exhibits)
    (folder / "index.md").write_text(
        "# Gallery\n\nEvery preset of every page, run when these pages were built.\n\n"
        + "\n".join(listed)
        + f"\n```{{toctree}}\n:hidden:\n:titlesonly:\n\n{entries}\n```\n",
        encoding="utf-8",
    )


def _card(shown: Exhibit) -> str:
    """A preset in the list: its picture, its name and what it found."""
    name = f"{shown.page}-{shown.name}"
    picture = f'<img src="../_static/gallery/{name}.svg" alt="" loading="lazy">'
    words = f"<b>{html.escape(shown.title)}</b><span>{html.escape(shown.finding)}</span>"
    return f'<li><a href="{name}.html">{picture}{words}</a></li>'


def _numbers(story: Story, tiles: int) -> str:
    items = "".join(
        f"<li>{html.escape(each.label)} <b>{html.escape(format_value(each))}</b>"
        f"<small>{html.escape(origin(each))}</small></li>"
        for each in story.quantities[:tiles]
    )
    return f'<ul class="numbers">{items}</ul>' if items else ""


def _plain(text: Any) -> str:
    """A text in which Markdown has nothing to read."""
    return html.escape(str(text)).translate({ord(sign): f"\\{sign}" for sign in "\\`*_[]$|~#"})
