"""The documentation site: a small part is built without a warning, and its checks notice what is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="needs requirements-docs.txt")

from site_builder import documentation, gallery, links, reference
from site_builder.docstrings import prepared
from site_builder.mathml import mathml

TITLES = {"ppr_step_by_step": "PPR step by step"}


@pytest.mark.filterwarnings("default")  # of Sphinx and its extensions among themselves
def test_a_small_part_of_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """All pages that people have written, one room of the reference, one preset."""
    from pages.ui.takeaway.command import declared

    source, site = tmp_path / "source", tmp_path / "site"
    documentation.gathered(source)
    reference.write(source / "api", ("ppr_core.codes",))
    shown = gallery.exhibit(declared("ppr_step_by_step"), gallery.OPENING)
    gallery.write(source / "gallery", source / "_static" / "gallery", [shown], TITLES)
    assert documentation.build(source, site, jobs=1) == 0
    (site / "lab").mkdir()
    for name in ("index", "ppr_step_by_step"):
        (site / "lab" / f"{name}.html").touch()
    assert links.problems(site) == []
    assert "<math" in (site / "decoder_privacy.html").read_text(encoding="utf-8")
    room = (site / "api" / "ppr_core.codes.html").read_text(encoding="utf-8")
    assert "EliasDelta" in room and "signed_elias_gamma" in room and "new empty dictionary" not in room


def test_links_that_lead_nowhere_and_files_from_outside_are_found(tmp_path: Path) -> None:
    page = '<a href="b.html">b</a><a href="#c">c</a><script src="//example.org/x.js"></script><a href="https://x.org">x</a>'
    (tmp_path / "a.html").write_text(page, encoding="utf-8")
    (tmp_path / "a.css").write_text("p { background: url(https://example.org/x.png) }", encoding="utf-8")
    assert len(links.problems(tmp_path)) == 4


def test_every_name_that_is_offered_has_its_place_in_the_reference() -> None:
    import ppr_core

    rooms = set(reference.rooms())
    assert {f"ppr_core.{room}" for room in ppr_core._ROOM_OF.values()} <= rooms


def test_a_constant_says_what_its_source_says(tmp_path: Path) -> None:
    reference.write(tmp_path, ("ppr_core.wording",))
    text = (tmp_path / "ppr_core.wording.rst").read_text(encoding="utf-8")
    assert ".. py:data:: THIN\n   :module: ppr_core.wording\n\n   narrow no-break space" in text


def test_docstrings_keep_their_words() -> None:
    text = ["P(z|x) of *all*, `code`s:", "- one", "  more", "- two_", "", ">>> 1 + 1", "2"]
    assert prepared(text) == [
        r"P(z\|x) of \*all\*, \ ``code``\ s:", "", "- one more", r"- two\_", "", "", "", ">>> 1 + 1", "2", ""
    ]  # fmt: skip
    assert mathml(r"\frac{1}{2}") == mathml(r"\frac{1}{2}") and "<mfrac>" in mathml(r"\frac{1}{2}")
