import base64
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from numkbqa.errors import UserError
from numkbqa.service.access import VARIABLE, ApiKeys, read_keys
from numkbqa.service.app import create_app
from numkbqa.service.service import Service

OLD, NEW = "old-key-0123456789", "new-key-0123456789"
KEYS = ApiKeys([OLD, NEW])


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"anyone:{password}".encode()).decode()


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({"X-API-Key": OLD}, True),
        ({"X-API-Key": NEW}, True),
        ({"Authorization": f"Bearer {OLD}"}, True),
        ({"Authorization": f"bearer {OLD}"}, True),
        ({"Authorization": basic(OLD)}, True),
        ({}, False),
        ({"X-API-Key": ""}, False),
        ({"X-API-Key": OLD[:-1]}, False),
        ({"Authorization": OLD}, False),
        ({"Authorization": f"Digest {OLD}"}, False),
        ({"Authorization": basic("")}, False),
        ({"Authorization": "Basic %%%"}, False),
        ({"Authorization": "Basic /////w=="}, False),
    ],
)
def test_a_key_is_shown_in_one_of_three_ways(headers: dict[str, str], allowed: bool) -> None:
    assert KEYS.allow(Headers(headers)) is allowed


def test_keys_come_from_a_file_with_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text(f"{OLD}\n\n  {NEW}\n", encoding="utf-8")
    keys = read_keys(tmp_path / "keys")
    assert keys is not None
    assert all(keys.allow(Headers({"X-API-Key": key})) for key in (OLD, NEW))


def test_a_key_file_may_come_from_windows(tmp_path: Path) -> None:
    (tmp_path / "keys").write_bytes(f"\N{BYTE ORDER MARK}{OLD}\r\n{NEW}\r\n".encode())
    keys = read_keys(tmp_path / "keys")
    assert keys is not None
    assert all(keys.allow(Headers({"X-API-Key": key})) for key in (OLD, NEW))


def test_a_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert read_keys(None) is None
    monkeypatch.setenv(VARIABLE, NEW)
    keys = read_keys(None)
    assert keys is not None
    assert keys.allow(Headers({"X-API-Key": NEW}))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\n \n", "there is no API key"),
        (b"short\n", "at least 16 characters"),
        (b"\xff\xfe", "cannot be read"),
        ("schlüssel-0123456789".encode(), "of ASCII"),
        (b"a-key-\x00-0123456789", "of ASCII"),
    ],
)
def test_a_bad_key_file_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "keys").write_bytes(content)
    with pytest.raises(UserError, match=message) as refused:
        read_keys(tmp_path / "keys")
    assert str(tmp_path / "keys") == str(refused.value.where)


@pytest.fixture
def locked(service: Service) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(create_app(service, KEYS))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


@pytest.mark.anyio
@pytest.mark.parametrize("path", ["/relations", "/metrics", "/docs", "/openapi.json", "/nothing"])
async def test_nothing_is_told_without_a_key(path: str, locked: httpx.AsyncClient) -> None:
    response = await locked.get(path)
    assert response.status_code == 401
    assert response.json()["type"] == "urn:problem-type:numkbqa:no-key"
    assert response.headers["www-authenticate"].startswith("Bearer")
    assert (await locked.get(path, headers={"X-API-Key": NEW})).status_code != 401


@pytest.mark.anyio
async def test_a_browser_is_asked_for_a_password(locked: httpx.AsyncClient) -> None:
    response = await locked.get("/docs", headers={"Accept": "text/html"})
    assert response.headers["www-authenticate"].startswith("Basic")


@pytest.mark.anyio
async def test_health_is_told_to_anyone_and_the_models_are_not(locked: httpx.AsyncClient) -> None:
    without = (await locked.get("/health")).json()
    assert (without["status"], without["models"]) == ("ok", [])
    known = (await locked.get("/health", headers={"X-API-Key": NEW})).json()
    assert [model["name"] for model in known["models"]] == ["toy", "again"]
