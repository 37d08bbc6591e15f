"""How fast the slider of a page's HTML file is: from the input event to the next painted frame, in Chromium.

    python -m benchmarks.take_away [PAGE ...]

Beside the milliseconds waited, which a busy machine stretches, stand the processor milliseconds of the file's own
thread. Needs the packages of requirements-dev.txt and Chromium on the path.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from ppr_core.__main__ import main as command
from ppr_core.sweeps import names_of_experiments
from ppr_core.wording import number

__all__ = ["main"]

SECONDS = "5"  # of runs in a file, as the page's button allows
MOVES = """async () => {
  const slider = document.getElementById('slider'), waited = [];
  for (let move = 0; slider && move < 3 * (+slider.max + 1); move++) {
    await new Promise(done => setTimeout(done, 50));
    waited.push(await new Promise(done => {
      const start = performance.now(), painted = new MessageChannel();
      painted.port1.onmessage = () => done(performance.now() - start);
      slider.value = move % (+slider.max + 1);
      slider.dispatchEvent(new Event('input'));
      requestAnimationFrame(() => painted.port2.postMessage(0));
    }));
  }
  return waited;
}"""


def main() -> None:
    """Print a row for every page."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        print("| page | MB | moves | median ms | slowest ms | processor ms |\n|---|---|---|---|---|---|")
        for name in sys.argv[1:] or names_of_experiments():
            file = Path(folder, f"{name}.html")
            command(["page", name, "--out", str(file), "--seconds", SECONDS])
            waited, busy = _moved(browser, file)
            cells = (
                f"{number(statistics.median(waited), 2)} | {number(max(waited), 2)} | {number(busy, 2)}"
                if waited
                else "no slider | |"
            )
            print(f"| {name} | {number(file.stat().st_size / 1e6)} | {len(waited)} | {cells} |", flush=True)
        browser.close()


def _moved(browser: Browser, file: Path) -> tuple[list[float], float]:
    """Milliseconds waited for each move, and the processor milliseconds of one on average."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(file.as_uri())
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    before, waited = seconds(), page.evaluate(MOVES)
    busy = 1000 * (seconds() - before) / max(1, len(waited))
    page.close()
    return waited, busy


if __name__ == "__main__":
    main()
