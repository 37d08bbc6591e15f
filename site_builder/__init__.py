"""Builds what needs no server: the documentation with its gallery, and the lab as static pages."""
