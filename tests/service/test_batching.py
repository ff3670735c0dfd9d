import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from numkbqa.answering import Asked
from numkbqa.errors import UserError
from numkbqa.service.batching import Batcher
from numkbqa.service.refusals import Busy, TimedOut
from tests.support.gated_model import GatedModel, served

pytestmark = pytest.mark.anyio


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.fixture
async def shut() -> AsyncIterator[GatedModel]:
    """A model whose gate is shut; it opens at the end, whatever happens."""
    model = GatedModel()
    model.gate.clear()
    yield model
    model.gate.set()


async def entered(model: GatedModel) -> None:
    """Wait until the model works on a batch."""
    await asyncio.to_thread(model.entered.wait, 60)
    model.entered.clear()


async def test_questions_that_wait_are_answered_together(
    thread: ThreadPoolExecutor, shut: GatedModel
) -> None:
    sizes: list[int] = []
    batcher, model = Batcher(thread, 10, 3, 60, sizes.append), served(shut)
    first = asyncio.create_task(batcher.ask(model, Asked("q0")))
    await entered(shut)
    rest = [asyncio.create_task(batcher.ask(model, Asked(f"q{i}"))) for i in range(1, 6)]
    await asyncio.sleep(0)
    assert len(batcher) == 5
    shut.gate.set()
    documents = await asyncio.gather(first, *rest)
    assert [document.question for document in documents] == [f"q{i}" for i in range(6)]
    assert shut.batches == [["q0"], ["q1", "q2", "q3"], ["q4", "q5"]]
    assert sizes == [1, 3, 2]


async def test_a_batch_holds_questions_of_one_model(thread: ThreadPoolExecutor, shut: GatedModel) -> None:
    batcher, one, other_model = Batcher(thread, 10, 10, 60), served(shut), GatedModel()
    other = served(other_model)
    first = asyncio.create_task(batcher.ask(one, Asked("q0")))
    await entered(shut)
    turns = [(one, "q1"), (other, "q2"), (one, "q3"), (other, "q4")]
    rest = [asyncio.create_task(batcher.ask(model, Asked(text))) for model, text in turns]
    await asyncio.sleep(0)
    shut.gate.set()
    await asyncio.gather(first, *rest)
    assert shut.batches == [["q0"], ["q1", "q3"]]
    assert other_model.batches == [["q2", "q4"]]


async def test_a_full_queue_refuses_and_says_when_to_come_back(
    thread: ThreadPoolExecutor, shut: GatedModel
) -> None:
    batcher, model = Batcher(thread, 2, 1, 60), served(shut)
    tasks = [asyncio.create_task(batcher.ask(model, Asked("q0")))]
    await entered(shut)
    tasks += [asyncio.create_task(batcher.ask(model, Asked("q1"))) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy) as refused:
        await batcher.ask(model, Asked("too many"))
    assert refused.value.retry_after >= 1
    shut.gate.set()
    await asyncio.gather(*tasks)
    assert (await batcher.ask(model, Asked("again"))).question == "again"
    assert "too many" not in shut.asked


async def test_a_question_given_up_before_its_turn_is_not_computed(
    thread: ThreadPoolExecutor, shut: GatedModel
) -> None:
    batcher, model = Batcher(thread, 10, 1, 60), served(shut)
    first = asyncio.create_task(batcher.ask(model, Asked("first")))
    await entered(shut)
    left = asyncio.create_task(batcher.ask(model, Asked("left")))
    last = asyncio.create_task(batcher.ask(model, Asked("last")))
    await asyncio.sleep(0)
    left.cancel()
    with pytest.raises(asyncio.CancelledError):
        await left
    assert len(batcher) == 1
    shut.gate.set()
    await asyncio.gather(first, last)
    assert shut.asked == ["first", "last"]


async def test_a_question_out_of_time_is_given_up(thread: ThreadPoolExecutor, shut: GatedModel) -> None:
    batcher, model = Batcher(thread, 10, 1, 0.01), served(shut)
    tasks = [asyncio.create_task(batcher.ask(model, Asked(f"q{i}"))) for i in range(2)]
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [TimedOut, TimedOut]
    assert len(batcher) == 0
    shut.gate.set()
    await batcher.drained()
    assert shut.asked == ["q0"]


async def test_a_question_that_fails_leaves_its_neighbours_alone(
    thread: ThreadPoolExecutor, shut: GatedModel
) -> None:
    batcher, model = Batcher(thread, 10, 10, 60), served(shut)
    first = asyncio.create_task(batcher.ask(model, Asked("first")))
    await entered(shut)
    rest = [asyncio.create_task(batcher.ask(model, Asked(text))) for text in ("poison", "wrong", "good")]
    await asyncio.sleep(0)
    shut.gate.set()
    poison, wrong, good = await asyncio.gather(*rest, return_exceptions=True)
    assert isinstance(poison, ZeroDivisionError)
    assert isinstance(wrong, UserError)
    assert not isinstance(good, BaseException)
    assert good.question == "good"
    await first
