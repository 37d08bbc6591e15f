"""Runs of experiments outside the page: worker processes, their pool, what is known of a run, and who asked for it."""
