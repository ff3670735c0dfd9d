import asyncio
import os
import threading
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.service.refusals import Busy, Stopping, TimedOut, UnknownModel
from numkbqa.service.service import Service
from numkbqa.service.settings import ServeSettings
from tests.support.small_world import QUESTIONS, Trained

pytestmark = pytest.mark.anyio

TEXT, TOPIC, ANSWER = QUESTIONS[0]


@pytest.fixture(scope="module")
def small(trained: Trained) -> Service:
    """A service that has little patience and little room."""
    return Service({"toy": trained.model}, ServeSettings(max_lookups=2, timeout=2.0, max_question=80))


async def test_the_first_model_is_the_default(service: Service) -> None:
    assert service.names() == ["toy", "again"]
    assert service.model() is service.model("toy")
    assert service.model("again") is not service.model("toy")


async def test_a_look_that_fails_is_not_the_last_one(
    trained: Trained, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watching, looks = Service({"toy": trained.model}, ServeSettings(watch=0.01)), asyncio.Semaphore(0)
    loop = asyncio.get_running_loop()

    def failing() -> list[str]:
        loop.call_soon_threadsafe(looks.release)
        raise ZeroDivisionError("what stands there is odd")

    monkeypatch.setattr(watching.shelf, "changed", failing)
    async with watching.running():
        await looks.acquire()
        await looks.acquire()
    assert "cannot be watched" in caplog.text


async def test_an_unknown_model_is_told_with_the_known_ones(service: Service) -> None:
    with pytest.raises(UnknownModel, match="known models: toy, again"):
        service.model("moon")
    with pytest.raises(UnknownModel):
        await service.ask("moon", TEXT)


async def test_answers_are_those_of_the_model(service: Service) -> None:
    document = await service.ask(None, TEXT, 3, [TOPIC])
    alone = service.model().answerer.ask(TEXT, 3, [TOPIC]).to_json()
    assert document.answers[0].id == ANSWER
    assert {**document.to_json(), "timing_ms": {}} == {**alone, "timing_ms": {}}


async def test_a_long_question_is_refused(small: Service) -> None:
    with pytest.raises(UserError, match="81 characters, more than 80"):
        await small.ask(None, "x" * 81)


async def test_lookups_wait_in_a_bounded_queue_and_not_for_ever(small: Service) -> None:
    gate = threading.Event()
    waiting = [asyncio.create_task(small.look_up(None, lambda model: gate.wait(60))) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await small.look_up(None, lambda model: model.kb.num_entities)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    gate.set()
    assert [type(outcome) for outcome in outcomes] == [TimedOut, TimedOut]
    assert await small.look_up(None, lambda model: model.kb.num_entities) > 0


async def test_the_loop_goes_on_while_the_model_works(service: Service) -> None:
    answering = asyncio.create_task(service.ask(None, TEXT))
    turns = 0
    while not answering.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 10


async def test_a_service_that_stops_answers_what_waits_and_takes_on_nothing_new(trained: Trained) -> None:
    stopping = Service({"toy": trained.model})
    async with stopping.running():
        asked = [asyncio.create_task(stopping.ask(None, text)) for text, _, _ in QUESTIONS]
        await asyncio.sleep(0)
    assert [(await one).answers[0].id for one in asked] == [answer for _, _, answer in QUESTIONS]
    with pytest.raises(Stopping):
        await stopping.ask(None, TEXT)


async def test_what_people_ask_is_written_nowhere(service: Service) -> None:
    words = "xylophone zeppelins"
    await service.ask(None, f"{TEXT} {words}")
    files = [file for file in Path(os.environ["NUMKBQA_CACHE"]).rglob("*") if file.is_file()]
    assert files
    assert not [file for file in files if words.encode() in file.read_bytes()]
