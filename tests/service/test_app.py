import httpx
import pytest

from numkbqa.service.app import create_app
from numkbqa.service.page import ASSETS
from numkbqa.service.service import Service
from numkbqa.service.settings import ServeSettings
from tests.support.small_world import QUESTIONS, Trained

pytestmark = pytest.mark.anyio

FRIEND, STRANGER = "https://friend.example", "https://stranger.example"
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


@pytest.fixture(scope="module")
def known(trained: Trained) -> Service:
    """A service that pages of one origin may call, by one name, with little."""
    settings = ServeSettings(origins=(FRIEND,), hosts=("localhost",), max_body=1000)
    return Service({"toy": trained.model}, settings)


@pytest.fixture
def strict(known: Service) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(create_app(known)), base_url="http://localhost")


async def test_pages_of_other_origins_may_not_read_by_default(client: httpx.AsyncClient) -> None:
    for method, path in (("GET", "/health"), ("OPTIONS", "/ask")):
        response = await client.request(method, path, headers={"Origin": FRIEND, **PREFLIGHT})
        assert not [name for name in response.headers if name.startswith("access-control-")]


@pytest.mark.parametrize(
    ("path", "status", "route"),
    [
        ("/", 200, "/"),
        ("/health", 200, "/health"),
        ("/metrics", 200, "/metrics"),
        ("/relations", 200, "/relations"),
        ("/entities?q=par", 200, "/entities"),
        ("/entities/paris", 200, "/entities/{id:path}"),
        ("/entities/nobody", 404, "/entities/{id:path}"),
        ("/openapi.json", 200, "other"),
        ("/docs", 200, "/docs"),
        (ASSETS.url("page.css"), 200, "/static/{digest}/{name:path}"),
        ("/ask", 405, "/ask"),
        ("/nothing", 404, "other"),
    ],
)
async def test_head_is_answered_like_get(
    path: str, status: int, route: str, client: httpx.AsyncClient, service: Service
) -> None:
    head, got = await client.head(path), await client.get(path)
    assert (head.status_code, head.content, got.status_code) == (status, b"", status)
    assert head.headers["content-type"] == got.headers["content-type"]
    counted = f'numkbqa_requests_total{{method="HEAD",route="{route}",status="{status}"}}'
    assert counted in service.metrics.text().decode()


async def test_pages_of_a_named_origin_may_read(strict: httpx.AsyncClient) -> None:
    asked = await strict.options("/ask", headers={"Origin": FRIEND, **PREFLIGHT})
    assert asked.status_code == 200
    assert asked.headers["access-control-allow-origin"] == FRIEND
    told = await strict.get("/health", headers={"Origin": FRIEND})
    assert told.headers["access-control-allow-origin"] == FRIEND
    assert "access-control-allow-credentials" not in told.headers
    other = await strict.get("/health", headers={"Origin": STRANGER})
    assert "access-control-allow-origin" not in other.headers


async def test_a_page_cannot_ask_without_a_preflight(client: httpx.AsyncClient) -> None:
    body = f'{{"question": "{QUESTIONS[0][0]}"}}'
    response = await client.post("/ask", content=body, headers={"Content-Type": "text/plain"})
    assert response.status_code == 422


async def test_a_large_body_is_refused(strict: httpx.AsyncClient) -> None:
    response = await strict.post("/ask", json={"question": "x" * 1000})
    assert response.status_code == 413
    assert response.json()["detail"] == "the body is larger than 1000 bytes"


async def test_a_refusal_repeats_the_beginning_of_what_is_wrong(
    client: httpx.AsyncClient,
) -> None:
    response = await client.post("/ask", json={"question": QUESTIONS[0][0], "x" * 10_000: 1})
    assert response.status_code == 422
    assert response.json()["where"].startswith("body.xxx")
    assert len(response.content) < 1000


async def test_another_name_is_refused(strict: httpx.AsyncClient) -> None:
    response = await strict.get("/health", headers={"Host": "rebound.example"})
    assert response.status_code == 421


async def test_every_route_reads(client: httpx.AsyncClient) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"]
    writing = {(method, path) for path, methods in paths.items() for method in methods if method != "get"}
    assert writing == {("post", "/ask"), ("post", "/rank")}, "these two post what does not fit an address"
