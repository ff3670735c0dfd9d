import json
import re
from pathlib import Path

import pytest
from fastapi import HTTPException

from numkbqa.service.page.assets import ASSETS, STATIC, Assets, files_below

SITES = re.compile(r"""(?:https?:)?//[\w.-]+\.\w""")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "htmx.min.js").write_text("1")
    (tmp_path / "page.css").write_text("a {}")
    return tmp_path


def test_a_file_that_changed_has_another_address(folder: Path) -> None:
    before = Assets(files_below(folder))
    assert before.url("page.css") == f"/static/{before.digest}/page.css"
    (folder / "page.css").write_text("b {}")
    assert Assets(files_below(folder)).digest != before.digest


def test_names_and_contents_both_count(folder: Path) -> None:
    before = Assets(files_below(folder)).digest
    (folder / "page.css").rename(folder / "other.css")
    assert Assets(files_below(folder)).digest != before


def test_files_of_this_version_are_kept_for_ever_and_others_are_not(folder: Path) -> None:
    assets = Assets(files_below(folder))
    today = assets.response(assets.digest, "page.css")
    assert "immutable" in today.headers["cache-control"]
    assert today.headers["x-content-type-options"] == "nosniff"
    assert today.headers["content-type"].startswith("text/css")
    assert assets.response("0" * 16, "page.css").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["nothing.js", "../assets.py", "/etc/passwd", "vendor", ""])
def test_nothing_else_is_served(folder: Path, name: str) -> None:
    with pytest.raises(HTTPException, match="no such file"):
        Assets(files_below(folder)).response("x", name)


def test_what_is_missing_is_known(folder: Path) -> None:
    missing = Assets(files_below(folder)).missing
    assert "htmx.min.js" not in missing
    assert "vega.min.js" in missing


def test_folders_that_are_being_written_are_left_out(folder: Path) -> None:
    (folder / "vendor.12ab.aside").mkdir()
    (folder / "vendor.12ab.aside" / "half.js").write_text("")
    assert set(files_below(folder)) == {"vendor/htmx.min.js", "page.css"}


def own_files() -> list[Path]:
    own = [file for file in STATIC.iterdir() if file.is_file()]
    return [*own, *(STATIC.parent / "templates").iterdir()]


@pytest.mark.parametrize("file", own_files(), ids=lambda file: file.name)
def test_the_page_names_no_other_host(file: Path) -> None:
    text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert SITES.findall(text) == []


def test_scripts_and_styles_name_files_that_there_are() -> None:
    there = {*files_below(STATIC), "doctor.css", *(file.name for file in own_files())}
    for file in own_files():
        text = file.read_text(encoding="utf-8")
        relative = re.findall(r"""(?:from|url\()\s*["'](?:\./)?([\w/.-]+)["']""", text)
        named = relative + re.findall(r"asset\('([\w/.-]+)'\)", text)
        assert [name for name in named if name not in there and not name.startswith("vendor/")] == []


def test_the_manifest_tells_every_file_that_was_fetched() -> None:
    manifest = STATIC / "vendor" / "manifest.json"
    if not manifest.is_file():
        pytest.skip("the page was not completed: make assets")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    fetched = {file.name for file in manifest.parent.iterdir()} - {"manifest.json"}
    assert set(told["files"]) == fetched
    assert ASSETS.missing == []
    package = json.loads((Path(__file__).parents[3] / "package.json").read_text(encoding="utf-8"))
    assert told["packages"] == package["dependencies"]
