import httpx
import pytest

pytestmark = pytest.mark.anyio


async def test_entities_are_found_by_the_beginning_of_their_name(client: httpx.AsyncClient) -> None:
    response = await client.get("/entities", params={"q": "Par", "limit": 3})
    assert response.status_code == 200, response.text
    assert response.json()[0]["id"] == "paris"


async def test_an_entity_is_told_of(client: httpx.AsyncClient) -> None:
    record = (await client.get("/entities/paris", params={"limit": 5})).json()
    assert record["label"] == "Paris"
    assert record["numbers"][0]["relation"]["id"] == "population"
    assert record["facts"]


async def test_an_id_may_hold_slashes_and_anything_else(client: httpx.AsyncClient) -> None:
    response = await client.get("/entities/http%3A%2F%2Fexample.org%2Fparis%3Fx%23y")
    assert response.status_code == 404
    assert '"http://example.org/paris?x#y"' in response.json()["detail"]


async def test_an_unknown_entity_is_not_found_and_others_are_suggested(client: httpx.AsyncClient) -> None:
    response = await client.get("/entities/Paris")
    problem = response.json()
    assert (response.status_code, problem["type"]) == (404, "urn:problem-type:numkbqa:not-found")
    assert "paris" in problem["remedy"]


async def test_relations_are_listed(client: httpx.AsyncClient) -> None:
    relations = (await client.get("/relations", params={"q": "leng"})).json()
    assert [relation["id"] for relation in relations] == ["length"]
    everything = (await client.get("/relations")).json()
    rest = (await client.get("/relations", params={"offset": 1})).json()
    assert rest == everything[1:]


async def test_entities_are_ranked(client: httpx.AsyncClient) -> None:
    body = {
        "relation": "length",
        "entities": ["ebro", "duero", "guadalquivir"],
        "direction": "min",
        "count": 2,
    }
    ranking = (await client.post("/rank", json=body)).json()
    assert ranking["direction"] == "min"
    assert [(row["id"], row["rank"]) for row in ranking["rows"]] == [("guadalquivir", 1), ("duero", 2)]


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (("GET", "/entities", None), 422),
        (("GET", "/entities?q=", None), 422),
        (("GET", f"/entities?q={'x' * 201}", None), 422),
        (("GET", "/entities?q=a&limit=0", None), 422),
        (("GET", "/relations?offset=-1", None), 422),
        (("GET", "/relations?model=moon", None), 404),
        (("POST", "/rank", {"relation": "colour"}), 422),
        (("POST", "/rank", {"relation": "length", "direction": "up"}), 422),
        (("POST", "/rank", {"relation": "length", "of": "city", "entities": ["po"]}), 422),
        (("POST", "/rank", {"relation": "length", "model": "moon"}), 404),
    ],
)
async def test_bad_input_gets_a_problem_document(
    request_: tuple[str, str, object], status: int, client: httpx.AsyncClient
) -> None:
    method, path, body = request_
    response = await client.request(method, path, json=body)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/entities", "/entities/paris", "/relations", "/health", "/metrics"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_nothing_can_be_written(method: str, path: str, client: httpx.AsyncClient) -> None:
    assert (await client.request(method, path)).status_code == 405
