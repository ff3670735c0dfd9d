"""Flows: work on a question that stops where the model must be asked, so that many ask it at once."""

from collections.abc import Callable, Generator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from numkbqa.evaluation.predict import Prediction
from numkbqa.questions.records import Question
from numkbqa.retrieval.linking import Link


class Wanted(NamedTuple):
    """A question that the model shall be asked, with the links of its topics."""

    question: Question
    links: Sequence[Link]


class Predicted(NamedTuple):
    """What the model says of a question, and what its reader should know."""

    prediction: Prediction
    notes: list[str]


Result = TypeVar("Result")

Flow = Generator[list[Wanted], list[Predicted], Result]
"""Yields what it wants the model to be asked, is sent one `Predicted` for each, and returns its result."""


def together(flows: Sequence[Flow[Result]]) -> Flow[list[Result]]:
    """Run flows side by side: what all of them wait for is wanted at once.

    Args:
        flows: flows that have not started.

    Returns:
        A flow of the results, in the order of `flows`.
    """
    results: dict[int, Result] = {}
    sent: dict[int, list[Predicted] | None] = dict.fromkeys(range(len(flows)))
    while sent:
        wanted: dict[int, list[Wanted]] = {}
        for place, predicted in sent.items():
            try:
                wanted[place] = _advance(flows[place], predicted)
            except StopIteration as stop:
                results[place] = stop.value
        answers = iter((yield [one for own in wanted.values() for one in own]) if wanted else ())
        sent = {place: list(islice(answers, len(own))) for place, own in wanted.items()}
    return [results[place] for place in range(len(flows))]


def finish(flow: Flow[Result], ask: Callable[[list[Wanted]], list[Predicted]]) -> Result:
    """Run a flow to its end.

    Args:
        flow: a flow that has not started.
        ask: asks the model.

    Returns:
        Its result.
    """
    predicted: list[Predicted] | None = None
    while True:
        try:
            wanted = _advance(flow, predicted)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        predicted = ask(wanted)


def _advance(flow: Flow[Result], predicted: list[Predicted] | None) -> list[Wanted]:
    """Start a flow, or send it what it waits for."""
    return next(flow) if predicted is None else flow.send(predicted)
