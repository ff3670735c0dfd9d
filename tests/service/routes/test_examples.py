from collections.abc import Iterable
from importlib.metadata import version

import httpx
import pytest
from pydantic import BaseModel

from numkbqa.answering.schema import AnswerDocument
from numkbqa.lookup import EntityHit, EntityRecord, Ranking, RelationRecord
from numkbqa.service.routes import examples
from numkbqa.service.routes.health import Health
from numkbqa.service.routes.requests import AskBody, RankBody


@pytest.mark.parametrize(
    ("model", "shown"),
    [
        (AnswerDocument, [examples.ANSWER]),
        (Health, [examples.HEALTH]),
        (EntityHit, examples.HITS),
        (EntityRecord, [examples.ENTITY]),
        (RelationRecord, examples.RELATIONS),
        (Ranking, [examples.RANKING]),
        (AskBody, examples.QUESTIONS.values()),
        (RankBody, examples.RANKINGS.values()),
    ],
)
def test_examples_are_what_they_are_an_example_of(model: type[BaseModel], shown: Iterable[object]) -> None:
    for example in shown:
        model.model_validate(example)


def test_examples_are_of_this_version() -> None:
    assert examples.HEALTH["version"] == version("numkbqa")


@pytest.mark.anyio
async def test_every_operation_has_an_example_and_says_how_it_fails(client: httpx.AsyncClient) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"]
    assert paths
    for path, methods in paths.items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            (good,) = operation["responses"]["200"]["content"].values()
            assert good["example"], where
            assert operation["description"], where
            bodies = operation.get("requestBody", {}).get("content", {})
            assert all(body["examples"] for body in bodies.values()), where
            for status in ("401", "500", "503"):
                assert "application/problem+json" in operation["responses"][status]["content"], where
            assert "HTTPValidationError" not in str(operation), where
