"""A real Chromium for tests of the page."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Nothing is drawn on a screen, and the browser asks nothing of the network for itself."""

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

REQUIRED = "required"


def executable() -> str | None:
    """Where a browser is: named by the environment, or on the path; None lets Playwright look for its own."""
    named = os.environ.get("NUMKBQA_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser; a test that uses it is skipped where there is none, unless one is required.

    `NUMKBQA_BROWSER=required` makes a missing browser a failure, as `make test` does.
    """
    with sync_playwright() as playwright:
        path = executable()
        if path is None and not Path(playwright.chromium.executable_path).is_file():
            missing("there is no Chromium: install one, or name it in NUMKBQA_CHROMIUM")
        try:
            browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        except Error as error:
            missing(f"Chromium does not start: {error}")
        yield browser
        browser.close()


def missing(reason: str) -> None:
    """Skip the test, or fail where a browser is required."""
    if os.environ.get("NUMKBQA_BROWSER") == REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)
