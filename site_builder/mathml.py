"""Mathematics as MathML, which browsers draw by themselves: no script, no font, no request."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

__all__ = ["mathml", "setup"]


def mathml(latex: str, display: bool = False) -> str:
    """The formula as a MathML element; latex: without dollars."""
    # A box and fine spaces carry no meaning that MathML could not do without.
    plain = latex.replace(r"\boxed", "").replace(r"\Vert", r"\|").replace(r"\;", r"\,")
    return convert(plain.strip(), display="block" if display else "inline")


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def _block(translator: Any, node: nodes.math_block) -> None:
    text = node.astext()
    aligned = r"\begin" not in text and r"\\" in text
    text = rf"\begin{{aligned}}{text}\end{{aligned}}" if aligned else text
    translator.body.append(f'<div class="formula" tabindex="0">{mathml(text, display=True)}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
