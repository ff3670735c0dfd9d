from dataclasses import dataclass, field, replace

from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page.examples import KEPT, Examples, best_first
from tests.support.canned_answers import CannedModel


@dataclass(frozen=True)
class CountingModel(CannedModel):
    asked: list[int] = field(default_factory=list)

    def example_questions(self, n: int, seed: int = 0) -> list[str]:
        self.asked.append(n)
        return ["which a?", "which b?", "which a ?"]


def test_examples_are_made_once_for_a_graph_and_differ(kb: EmbeddedKnowledgeBase) -> None:
    examples, model = Examples(), CountingModel(kb)
    first = examples.of("toy", model)
    assert list(first) == ["Which a?", "Which b?"]
    assert examples.of("toy", replace(model)) is first
    assert model.asked == [KEPT]


def test_short_questions_that_ask_come_first_and_kinds_take_turns() -> None:
    questions = ["longest river", "which city is larger ?", "which city is big", "What is the oldest river?"]
    assert best_first(questions) == [
        "Which city is big?",
        "What is the oldest river?",
        "Longest river?",
        "Which city is larger?",
    ]


def test_no_questions_are_no_examples() -> None:
    assert best_first([]) == []
