"""Sphinx's settings; `python -m site_builder` gives it these pages and those that it writes itself."""

import sys
from pathlib import Path

# The builder has copied this folder; the checkout is where it was called.
sys.path.insert(0, str(Path.cwd()))

import ppr_core

project = "Private Compression Lab"
author = copyright = project
version = release = ppr_core.__version__
language = "en-GB"

extensions = ["myst_parser", "sphinx.ext.autodoc", "site_builder.mathml", "site_builder.docstrings"]
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # a page may begin with a part of another
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["**/.*"]
html_math_renderer = "mathml"
default_role = "literal"

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 90
add_module_names = False

html_theme = "furo"
html_title = project
html_favicon = "favicon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "navigation_with_keys": False,
    "light_css_variables": {"color-brand-primary": "#0063a0", "color-brand-content": "#0063a0"},
    "dark_css_variables": {"color-brand-primary": "#69c6fc", "color-brand-content": "#69c6fc"},
}
