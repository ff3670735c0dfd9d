"""Questions to show of a graph: out of many pseudo questions those that a person would ask first."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np

from numkbqa.kb import KnowledgeBase
from numkbqa.questions.phrases import value_phrase
from numkbqa.questions.properties import NAMING, property_of
from numkbqa.questions.pseudo import PseudoQuestion, generate_pseudo_questions
from numkbqa.questions.wording import Templates
from numkbqa.values import Kind

POOL: Final = 6
"""Questions that are made for each one that is shown."""

FEW: Final = 3
"""Candidates below which nobody asks for the largest."""

KNOWN: Final = 20
"""Facts from which a topic is taken for one that people have heard of."""

ASKING: Final = ("Which", "What", "Who")


def example_questions(
    kb: KnowledgeBase, *, count: int, seed: int, templates: Templates, max_k: int, max_candidates: int
) -> list[str]:
    """Make ordinal questions that the graph has an answer to, those that read best first.

    Args:
        kb: the graph.
        count: how many; fewer come when the graph has no more.
        seed: the same seed gives the same questions.
        templates: wording, see `generate_pseudo_questions`.
        max_k: highest rank asked for.
        max_candidates: greatest number of candidates.

    Returns:
        Texts, no two alike, names as they are.
    """
    made = generate_pseudo_questions(
        kb,
        count=POOL * count,
        seed=seed,
        templates=templates,
        max_k=max_k,
        max_candidates=max_candidates,
        varied=False,
    )
    return list(dict.fromkeys(one.question.question for one in _best_first(kb, made)))[:count]


def _best_first(kb: KnowledgeBase, questions: Iterable[PseudoQuestion]) -> list[PseudoQuestion]:
    """Questions by their oddness, equally odd ones by turns of what they measure."""
    asked: Counter[tuple[int, int]] = Counter()
    placed = []
    for number, one in enumerate(questions):
        odd = _oddness(kb, one)
        placed.append((odd, asked[odd, one.relation], number, one))
        asked[odd, one.relation] += 1
    return [one for *_, one in sorted(placed, key=lambda place: place[:3])]


def _oddness(kb: KnowledgeBase, made: PseudoQuestion) -> int:
    """How many things speak against a question: what it measures counts twice."""
    topic = kb.entity_index(made.question.topic_entities[0])
    return (
        2 * _oddness_of_measure(kb, made.relation)
        + (made.k > 2)
        + (int(np.count_nonzero(made.values >= 0)) < max(FEW, made.k + 1))
        + (topic is None or _num_facts(kb, topic) < KNOWN)
        + (not made.question.question.startswith(ASKING))
    )


def _oddness_of_measure(kb: KnowledgeBase, relation: int) -> int:
    """0 for a property that people have words for, 2 for numbers that name things, 1 for others."""
    asked = kb.numerical_relations[relation]
    phrase = value_phrase(asked.name, asked.text)
    if property_of(phrase, date=asked.kind is Kind.DATE) is not None:
        return 0
    return 2 if NAMING & set(phrase.lower().split()) else 1


def _num_facts(kb: KnowledgeBase, entity: int) -> int:
    one = np.array([entity])
    return len(kb.facts_from(one).head) + len(kb.facts_into(one).head)
