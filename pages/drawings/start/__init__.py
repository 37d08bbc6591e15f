"""The first page: the story in six scenes."""
