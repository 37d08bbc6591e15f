"""A page as one HTML file: the picture with a slider over settings computed before, its numbers and their origin."""
