"""The entry: the page that the address asks for.

Nothing is imported outside the function, because worker processes read this file too.
"""

from __future__ import annotations


def main() -> None:
    """Run the page that the address names."""
    from pages.ui import navigation

    navigation.chosen_page().run()


if __name__ == "__main__":
    main()
