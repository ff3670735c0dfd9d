"""Experiments of kind `relations`: is the right numerical relation among the first K of R_q?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numkbqa.experiments.inputs import Inputs
from numkbqa.experiments.right_relation import judged_relations
from numkbqa.experiments.shares import LISTED, mean, share_with_interval
from numkbqa.kb import KnowledgeBase, open_kb
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval.examples.example import Example
from numkbqa.training.questions import gather_questions
from numkbqa.training.relation_stage import train_relations
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench
from numkbqa.world.recipes import Recipe

KS = (1, 3, 5)


@dataclass(frozen=True, slots=True)
class Judged:
    """An ordinal question with the relations that are right for it.

    Args:
        question: the record.
        right: numbers of the right numerical relations; empty when none is known.
        weak: those that the weak rule tells, where it is no more than a check; empty elsewhere.
    """

    question: Question
    right: frozenset[int]
    weak: frozenset[int]


def run_relations(inputs: Inputs, settings: Settings, recipes: dict[str, Recipe]) -> dict[str, Any]:
    """Measure the recall of the right numerical relation over the ordinal questions.

    Args:
        inputs: graph and question files.
        settings: settings of the run; the trained scorer is trained on the training questions first.
        recipes: recipes of the world's questions, or none: they say which relation is right.

    Returns:
        By evaluation set: recall at K, how many questions could not be judged, and failures.
    """
    workbench = Workbench(open_kb(inputs.kb), settings)
    if settings.retrieval.relations.scorer == "trained":
        train_relations(
            workbench, gather_questions(workbench, inputs.train, inputs.dev, inputs.held_out_files)
        )
    sets = {}
    for name, file in inputs.evaluate.items():
        questions = [question for question in read_questions(file) if question.is_ordinal]
        judged = [judge(workbench, question, recipes.get(question.id)) for question in questions]
        sets[name] = _figures(workbench, judged)
    config = settings.told()
    headline = {
        name: ", ".join(f"K={k} {found['recall'][str(k)]['percent']}" for k in KS)
        for name, found in sets.items()
    }
    return {"config": config, "sets": sets, "headline": headline}


def judge(workbench: Workbench, question: Question, recipe: Recipe | None) -> Judged:
    """Find the right relations of a question: that of its recipe, else those of the weak rule.

    Args:
        workbench: graph and retrieval.
        question: an ordinal question.
        recipe: how the question was made; None when that is not known.

    Returns:
        The question with its relations.
    """
    kb, cue = workbench.kb, parse_ordinal(question.question)
    topics = {link.entity for link in workbench.builder.link(question)}
    ids = (kb.entity_index(answer.id) for answer in question.answers if answer.id is not None)
    answers = {entity for entity in ids if entity is not None}
    weak = judged_relations(kb, topics, answers, cue) if cue and topics and answers else frozenset()
    if recipe is None or recipe.relation is None:
        return Judged(question, weak, frozenset())
    names = [relation.name for relation in kb.numerical_relations]
    known = frozenset([names.index(recipe.relation)] if recipe.relation in names else [])
    return Judged(question, known, weak)


def _figures(workbench: Workbench, judged: Sequence[Judged]) -> dict[str, Any]:
    known = [one for one in judged if one.right]
    examples = workbench.builder.build_all([one.question for one in known]).examples
    ranked = {example.question.id: example for example in examples}
    places = [_place(one.right, ranked.get(one.question.id)) for one in known]
    failed = [one for one, place in zip(known, places, strict=True) if place is None or place > KS[0]]
    return {
        "ordinal": len(judged),
        "judged": len(known),
        "right_relations": mean([len(one.right) for one in known]),
        "weak_rule_agrees": share_with_interval([bool(one.right & one.weak) for one in known if one.weak]),
        "recall": {
            str(k): share_with_interval([place is not None and place <= k for place in places]) for k in KS
        },
        "not_in_subgraph": sum(
            _absent(workbench.kb, one.right, ranked.get(one.question.id)) for one in known
        ),
        "listed": [_described(workbench.kb, one, ranked.get(one.question.id)) for one in failed[:LISTED]],
    }


def _place(right: frozenset[int], example: Example | None) -> int | None:
    """Place in R_q, from 1, of the first right relation."""
    relations = [] if example is None else example.numerical_relations.tolist()
    return next((place for place, relation in enumerate(relations, start=1) if relation in right), None)


def _absent(kb: KnowledgeBase, right: frozenset[int], example: Example | None) -> bool:
    """Whether no entity of the subgraph has a value in a right relation."""
    if example is None:
        return True
    return not np.isin(kb.numbers_of(example.entities).relation, list(right)).any()


def _described(kb: KnowledgeBase, one: Judged, example: Example | None) -> dict[str, Any]:
    ranked = [] if example is None else example.numerical_relations.tolist()
    return {
        "id": one.question.id,
        "question": one.question.question,
        "right": [kb.numerical_relations[relation].text for relation in sorted(one.right)],
        "ranked": [kb.numerical_relations[relation].text for relation in ranked[: KS[-1]]],
    }
