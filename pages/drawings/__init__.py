"""Pictures that are longer than a page: one file a page, named like it."""
