"""What the pages share: the page itself, its controls and link, its jobs, charts and downloads. No mathematics."""
