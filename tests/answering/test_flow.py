from collections.abc import Sequence
from typing import Any, cast

from numkbqa.answering.flow import Flow, Predicted, Wanted, finish, together
from numkbqa.questions.records import Question


def wanted(text: str) -> Wanted:
    return Wanted(Question(id="q", question=text), [])


def heard(texts: Sequence[str]) -> Flow[str]:
    """A flow that asks one text after the other and returns all that it was told."""
    told = []
    for text in texts:
        (predicted,) = yield [wanted(text)]
        told += predicted.notes
    return " ".join(told)


class Asker:
    """Says each text in capitals, and keeps what was asked at once."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, wanted: list[Wanted]) -> list[Predicted]:
        self.asked.append([one.question.question for one in wanted])
        return [Predicted(cast(Any, None), [one.question.question.upper()]) for one in wanted]


def test_what_all_wait_for_is_asked_at_once_and_everyone_is_told_its_own() -> None:
    asker = Asker()
    flows = [heard(["a"]), heard([]), heard(["b", "c", "d"]), heard(["e", "f"])]
    assert finish(together(flows), asker) == ["A", "", "B C D", "E F"]
    assert asker.asked == [["a", "b", "e"], ["c", "f"], ["d"]]


def test_flows_side_by_side_are_a_flow() -> None:
    def several(texts: Sequence[str]) -> Flow[str]:
        return "+".join((yield from together([heard([text]) for text in texts])))

    asker = Asker()
    assert finish(together([several("ab"), several(""), several("cde")]), asker) == ["A+B", "", "C+D+E"]
    assert asker.asked == [["a", "b", "c", "d", "e"]]


def test_without_flows_nothing_is_asked() -> None:
    asker = Asker()
    assert finish(together([]), asker) == []
    assert asker.asked == []
