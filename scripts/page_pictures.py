"""Take the pictures of the web page that the documentation shows.

make demo assets
.venv/bin/numkbqa serve demo/model &
.venv/bin/python scripts/page_pictures.py http://127.0.0.1:8000 docs/images
"""

import sys
from io import BytesIO
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from numkbqa.files import write_aside
from tests.support.browser import QUIET, executable

COLOURS: Final = 128
"""The page has few colours; fewer in the file make it a third of the size."""

DESKTOP: Final = ViewportSize(width=1180, height=1000)
PHONE: Final = ViewportSize(width=390, height=844)


class Picture(NamedTuple):
    """One picture: its name, what is asked (nothing for the report), and how it is looked at."""

    name: str
    question: str | None
    scheme: Literal["light", "dark"] = "light"
    size: ViewportSize = DESKTOP
    whole: bool = False


PICTURES: Final = (
    Picture("page-light", "What is the second largest city in Brazil?", whole=True),
    Picture("page-dark", "What is the earliest discovered chemical element?", "dark", whole=True),
    Picture("page-phone", "What is the second largest city in Brazil?", size=PHONE),
    Picture("page-graph", None),
)


def main(address: str, output: str) -> None:
    """Take all pictures.

    Args:
        address: of a running `numkbqa serve` with the demo's model.
        output: folder to write to.
    """
    Path(output).mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIET))
        for picture in PICTURES:
            taken = take(browser, address, picture)
            image = Image.open(BytesIO(taken)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
            with write_aside(Path(output) / f"{picture.name}.png") as aside:
                image.save(aside, format="PNG", optimize=True)
        browser.close()


def take(browser: Browser, address: str, picture: Picture) -> bytes:
    """Take one picture, when all is drawn."""
    scale = 2 if picture.size is PHONE else 1
    with browser.new_context(
        viewport=picture.size, color_scheme=picture.scheme, device_scale_factor=scale
    ) as context:
        page = context.new_page()
        path = "/graph" if picture.question is None else f"/?q={quote(picture.question)}"
        page.goto(f"{address}{path}", timeout=120_000)
        page.wait_for_load_state("networkidle")
        return page.screenshot(full_page=picture.whole)


if __name__ == "__main__":
    main(*sys.argv[1:])
