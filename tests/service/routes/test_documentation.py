import re
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from numkbqa.service.problems import handle_errors
from numkbqa.service.routes.ask import ask_router
from numkbqa.service.routes.documentation import SWAGGER, documentation_router
from numkbqa.service.service import Service

pytestmark = pytest.mark.anyio


def documented(service: Service, vendor: Path) -> httpx.AsyncClient:
    app = FastAPI(docs_url=None, redoc_url=None)
    app.include_router(ask_router(service))
    app.include_router(documentation_router(vendor))
    handle_errors(app)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


async def test_without_swagger_the_page_lists_the_routes(service: Service, tmp_path: Path) -> None:
    async with documented(service, tmp_path) as client:
        page = await client.get("/docs")
        assert (await client.get("/docs/icon.svg")).headers["content-type"] == "image/svg+xml"
        assert (await client.get(f"/docs/{SWAGGER[0]}")).status_code == 404
    assert "POST /ask" in page.text
    assert "<script" not in page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"


async def test_with_swagger_nothing_comes_from_elsewhere(service: Service, tmp_path: Path) -> None:
    for name in SWAGGER:
        (tmp_path / name).write_text(f"/* {name} */", encoding="utf-8")
    async with documented(service, tmp_path) as client:
        page = await client.get("/docs")
        loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
        assert len(loaded) == 4
        for address in loaded:
            assert address.startswith("docs/")
            assert (await client.get(f"/{address}")).status_code == 200
    assert not re.search(r"<script(?! src)|<style| on\w+=", page.text), "the policy forbids inline scripts"
    assert "script-src 'self';" in page.headers["content-security-policy"]


async def test_only_the_files_of_swagger_are_served(service: Service, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    async with documented(service, tmp_path) as client:
        for name in ("secret.txt", "..%2Fsecret.txt", "nothing.js"):
            assert (await client.get(f"/docs/{name}")).status_code == 404
