"""The room of a live survey: how to open it, what phones show, what the projector shows."""
