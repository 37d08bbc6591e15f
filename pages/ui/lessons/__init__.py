"""Lessons: stops on the lab's pages, with a task and now and then a prediction; and a lecturer's own order of pages."""
