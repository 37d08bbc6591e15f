"""What one visitor waits for in a real browser: the first chart of a new server, and a new chart after a slider moved.

    python -m benchmarks.browser

Needs the packages of requirements-dev.txt and Chromium on the path. Starts servers of its own on a free port of this
machine. A move counts from the key press to the first frame that shows new words beside the chart.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

from ppr_core.wording import duration, number

__all__ = ["main"]

CHEAP = (
    "overview", "parameter_check", "ppr_step_by_step", "exactness", "frequency_estimation", "dyadic_quantized_laplace",
)  # fmt: skip
CHART = "[data-testid='stPlotlyChart'] svg, [data-testid='stVegaLiteChart'] canvas, [data-testid='stVegaLiteChart'] svg"
AREA, SLIDER = ".st-key-page-chart", "[data-testid='stSlider'] input"
MOVES = 30
WINDOW = {"width": 1280, "height": 800}
FIRST_MS, SETTLE_MS, LONGEST_MS = 30_000, 400, 3_000
CHANGED = """([area, longest]) => {
  const old = document.querySelector(area).innerText, start = performance.now();
  window.changed = new Promise(done => {
    const look = () => {
      const passed = performance.now() - start;
      if (passed > longest) done(null);
      else if ((document.querySelector(area)?.innerText ?? old) === old) setTimeout(look, 4);
      else requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
    };
    look();
  });
}"""


def main() -> None:
    """Print one line for every start and every page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for _ in range(3):
            start = time.perf_counter()
            with _server() as url:
                page = browser.new_page(viewport=WINDOW)
                page.goto(f"{url}/overview")
                page.wait_for_selector(CHART, timeout=FIRST_MS)
                print(f"server start to first chart: {duration(time.perf_counter() - start)}", flush=True)
                page.close()
        with _server() as url:
            for path in CHEAP:
                waited = sorted(_moves(browser, f"{url}/{path}"))
                tail = waited[max(0, -(-95 * len(waited) // 100) - 1)]
                median = number(statistics.median(waited), 2)
                print(f"{path}: median {median} ms, 95 % {number(tail, 2)} ms, {len(waited)} moves")
        browser.close()


def _moves(browser: Browser, url: str) -> list[float]:
    """Milliseconds until the words beside the chart changed, for the moves of the first slider that changed them."""
    page = browser.new_page(viewport=WINDOW)
    page.goto(url)
    page.wait_for_selector(CHART, timeout=FIRST_MS)
    page.wait_for_timeout(5 * SETTLE_MS)
    waited = []
    for move in range(MOVES):
        page.locator(SLIDER).first.focus()
        page.evaluate(CHANGED, [AREA, LONGEST_MS])
        page.keyboard.press("ArrowRight" if move // 5 % 2 == 0 else "ArrowLeft")
        waited.append(page.evaluate("() => window.changed"))
        page.wait_for_timeout(SETTLE_MS)
    page.close()
    return [milliseconds for milliseconds in waited if milliseconds is not None]


@contextlib.contextmanager
def _server() -> Iterator[str]:
    """A server of the app on a free port, ended afterwards; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = ["--server.port", str(port), "--server.headless", "true"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        while server.poll() is None:
            with contextlib.suppress(urllib.error.URLError, OSError), urllib.request.urlopen(f"{url}/_stcore/health"):
                break
            time.sleep(0.02)
        yield url
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
