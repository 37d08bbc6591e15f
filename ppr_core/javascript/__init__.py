"""The encoders, decoders and the wire format in JavaScript: one source for phones, static pages and packages/ppr-js.

The files are ES modules. Where a page cannot load modules of its own, `script` makes one classic script of them.
"""

from __future__ import annotations

import re
from importlib.resources import files

from ppr_core import validation

__all__ = ["MODULES", "script"]

#: In the order of their imports.
MODULES = ("randomness", "encoders", "mechanisms", "wire")
_EXPORTS = re.compile(r"^export \{(.*)\};$", re.MULTILINE)
_IMPORTS = re.compile(r"^import \{.*\} from .*;$\n", re.MULTILINE)


def script(*names: str, called: str = "PPR") -> str:
    """Modules as one script that defines an object of what they export.

    names: of `MODULES`, each after those that it imports; all without any. called: the object.

    >>> from ppr_core.javascript import script
    >>> script("randomness", called="Shared").splitlines()[0]
    'const Shared = (() => {'
    """
    for name in names:
        validation.choice("names", name, MODULES)
    texts = [files(__name__).joinpath(f"{name}.mjs").read_text("utf-8") for name in names or MODULES]
    exported = ", ".join(export.strip() for text in texts for export in _EXPORTS.findall(text))
    body = "\n".join(_IMPORTS.sub("", _EXPORTS.sub("", text)) for text in texts)
    return f'const {called} = (() => {{\n"use strict";\n{body}\nreturn {{ {exported} }};\n}})();\n'
