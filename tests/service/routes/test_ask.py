import asyncio
import json

import httpx
import pytest

from numkbqa.answering.schema import AnswerDocument
from tests.support.small_world import QUESTIONS

pytestmark = pytest.mark.anyio


async def test_an_answer_is_the_document_of_ask_json(client: httpx.AsyncClient) -> None:
    text, topic, answer = QUESTIONS[0]
    response = await client.post("/ask", json={"question": text, "k": 2, "topics": [topic]})
    assert response.status_code == 200, response.text
    document = AnswerDocument.model_validate_json(response.content)
    assert document.answers[0].id == answer
    assert len(document.answers) == 2
    assert document.to_json() == response.json()


async def test_questions_at_the_same_time_get_their_own_answers(client: httpx.AsyncClient) -> None:
    asked = [client.post("/ask", json={"question": text}) for text, _, _ in QUESTIONS]
    responses = await asyncio.gather(*asked)
    assert [r.json()["answers"][0]["id"] for r in responses] == [answer for _, _, answer in QUESTIONS]


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({"question": "   "}, 422, "bad-request"),
        ({"question": QUESTIONS[0][0], "topics": ["atlantis"]}, 422, "bad-request"),
        ({"question": QUESTIONS[0][0], "model": "moon"}, 404, "unknown-model"),
        ({"question": "x" * 2001}, 422, "bad-request"),
        ({"question": QUESTIONS[0][0], "k": 0}, 422, "invalid-request"),
        ({"question": QUESTIONS[0][0], "k": "5"}, 422, "invalid-request"),
        ({"question": QUESTIONS[0][0], "topics": ["x" * 2001]}, 422, "invalid-request"),
        ({"question": QUESTIONS[0][0], "colour": "red"}, 422, "invalid-request"),
        ({}, 422, "invalid-request"),
        ([], 422, "invalid-request"),
        (None, 422, "invalid-request"),
        ({"question": QUESTIONS[0][0], "\ud800": "red"}, 422, "invalid-request"),
        ({"question": "\ud800"}, 422, "invalid-request"),
        ({"question": QUESTIONS[0][0], "k": float("nan")}, 422, "invalid-request"),
    ],
)
async def test_bad_input_gets_a_problem_document(
    body: object, status: int, kind: str, client: httpx.AsyncClient
) -> None:
    headers = {"Content-Type": "application/json"}
    response = await client.post("/ask", content=json.dumps(body), headers=headers)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["type"] == f"urn:problem-type:numkbqa:{kind}"
    assert problem["status"] == status
    assert problem["detail"]
    assert problem["remedy"]
