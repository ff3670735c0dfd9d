import inspect
import re
from pathlib import Path

import pytest
import torch

from numkbqa.reasoning.basic import BasicReasoner
from numkbqa.reasoning.basic.base import distribution, plain_sum, reached
from numkbqa.reasoning.facts import Facts, facts_by_row
from numkbqa.training.settings import Settings
from tests.support.random_batch import random_batch

TESTS = Path(__file__).resolve().parent
REGISTERED = sorted(BasicReasoner.registry.items())
each_reasoner = pytest.mark.parametrize(("key", "reasoner"), REGISTERED, ids=[key for key, _ in REGISTERED])


@each_reasoner
def test_every_reasoner_has_a_test(key: str, reasoner: type[BasicReasoner]) -> None:
    *folders, module = reasoner.__module__.removeprefix("numkbqa.reasoning.basic.").split(".")
    test = TESTS.joinpath(*folders, f"test_{module}.py")
    assert test.is_file(), f"{key} has no test"
    assert re.search(rf"\b{reasoner.__name__}\b", test.read_text(encoding="utf-8"))


@each_reasoner
def test_every_reasoner_cites_its_paper(key: str, reasoner: type[BasicReasoner]) -> None:
    assert re.search(r"\b(19|20)\d\d\b", reasoner.paper), f"{key}: the citation has no year"
    assert " et al." in reasoner.paper or " and " in reasoner.paper


@each_reasoner
def test_every_reasoner_documents_the_shapes_of_its_output(key: str, reasoner: type[BasicReasoner]) -> None:
    document = inspect.getdoc(reasoner.forward)
    assert document is not None
    assert "forward" in vars(reasoner), f"{key} has no forward of its own"
    assert re.search(r"\(num_entities(, \w+)*,?\)", document.partition("Returns:")[2]), document


@each_reasoner
def test_every_reasoner_has_its_settings_in_a_training_run(key: str, reasoner: type[BasicReasoner]) -> None:
    assert isinstance(getattr(Settings(), key), reasoner.settings_class)


def chain(*, self_loops: bool) -> Facts:
    """One question: 0 -> 1 -> 2, and the lonely entity 3; no inverse facts."""
    head, tail = [0, 1], [1, 2]
    if self_loops:
        head, tail = [0, 0, 1, 1, 2, 3], [0, 1, 1, 2, 2, 3]
    row = torch.zeros(len(head), dtype=torch.long)
    return facts_by_row(torch.tensor(head), row, torch.tensor(tail), num_rows=1, num_entities=4)


@pytest.mark.parametrize(
    ("prior", "self_loops", "expected"),
    [
        ([1.0, 0.0, 0.0, 0.0], False, [False, True, False, False]),
        ([1.0, 0.0, 0.0, 0.0], True, [True, True, False, False]),
        ([0.5, 0.5, 0.0, 0.0], False, [False, True, True, False]),
        ([1e-12, 0.0, 0.0, 0.0], True, [False, False, False, False]),
    ],
)
def test_reached_is_what_a_fact_leads_to_from_an_entity_with_probability(
    prior: list[float], self_loops: bool, expected: list[bool]
) -> None:
    assert reached(torch.tensor(prior), chain(self_loops=self_loops)).tolist() == expected


def test_the_distribution_is_a_softmax_over_the_allowed_entities_of_each_question() -> None:
    _, batch = random_batch(2)
    scores, allowed = torch.arange(batch.num_entities) / 3, ~batch.topics
    p = distribution(scores, batch, allowed)
    assert float(p[batch.topics].sum()) == 0.0
    for q in range(batch.num_questions):
        mine = (batch.entity_question == q) & allowed
        torch.testing.assert_close(p[mine], scores[mine].softmax(0))


def test_a_plain_sum_adds_up_all_places() -> None:
    assert plain_sum(3)(torch.tensor([[1.0, 2.0, 4.0]])).tolist() == [[7.0]]
