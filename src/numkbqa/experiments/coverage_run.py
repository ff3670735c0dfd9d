"""Experiments of kind `coverage`: is the answer in the subgraph at all?"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from numkbqa.experiments.hops import Reach
from numkbqa.experiments.inputs import Inputs
from numkbqa.experiments.shares import LISTED, mean, share_with_interval
from numkbqa.kb import open_kb
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval.examples.example import Example
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench

AT_ONCE = 50
"""Questions whose subgraphs are held in memory together."""


@dataclass(frozen=True, slots=True)
class Covered:
    """What the subgraph of a question holds.

    Args:
        question: the record.
        literal: whether all of its answers are literals.
        some: whether one of its answers is there: an entity, or for a literal a number of that value.
        recall: share of its answer entities that are there.
        entities: entities of the subgraph; 0 for a question without topic entity.
        facts: facts of the subgraph, both directions counted.
    """

    question: Question
    literal: bool
    some: bool
    recall: float
    entities: int
    facts: int


GROUPS: dict[str, Callable[[Covered], bool]] = {
    "all": lambda row: True,
    "plain": lambda row: not row.question.is_ordinal,
    "ordinal": lambda row: row.question.is_ordinal,
}
"""Groups of questions that are told."""


def run_coverage(inputs: Inputs, settings: Settings) -> dict[str, Any]:
    """Measure the share of questions whose answer is in G_q.

    Args:
        inputs: graph and question files.
        settings: settings of the run.

    Returns:
        By evaluation set and group of questions: shares and mean size of the subgraph.
    """
    workbench = Workbench(open_kb(inputs.kb), settings)
    sets = {}
    for name, file in inputs.evaluate.items():
        rows = list(_covered(workbench, read_questions(file)))
        sets[name] = {
            "groups": {group: _figures(list(filter(keep, rows))) for group, keep in GROUPS.items()},
            "listed": [_described(row) for row in rows if not row.some][:LISTED],
        }
    config = settings.told()
    return {"config": config, "sets": sets, "headline": _headline(sets)}


def _covered(workbench: Workbench, questions: Sequence[Question]) -> Iterator[Covered]:
    reach = Reach(workbench.kb)
    for start in range(0, len(questions), AT_ONCE):
        portion = questions[start : start + AT_ONCE]
        examples = {e.question.id: e for e in workbench.builder.build_all(portion).examples}
        for question in portion:
            yield covered(question, examples.get(question.id), reach)


def covered(question: Question, example: Example | None, reach: Reach) -> Covered:
    """Look for the answers of a question in its subgraph.

    Args:
        question: the record.
        example: what was retrieved, or None for a question without topic entity.
        reach: finds the entities that hold a value.

    Returns:
        What is there.
    """
    entities = {answer.id for answer in question.answers if answer.id is not None}
    literals = {answer.value for answer in question.answers if answer.value is not None}
    if example is None:
        return Covered(question, not entities, False, 0.0, 0, 0)
    found = int(example.answers.sum())
    held = any(len(reach.holders(example.entities, text)) for text in literals)
    recall = found / len(entities) if entities else 0.0
    size, facts = example.num_entities, len(example.head)
    return Covered(question, not entities, found > 0 or held, recall, size, facts)


def _figures(rows: Sequence[Covered]) -> dict[str, Any]:
    entity_rows = [row for row in rows if not row.literal]
    retrieved = [row for row in rows if row.entities]
    return {
        "in_subgraph": share_with_interval([row.some for row in entity_rows]),
        "recall": mean([100 * row.recall for row in entity_rows]),
        "literal": share_with_interval([row.some for row in rows if row.literal]),
        "no_topic": len(rows) - len(retrieved),
        "entities": mean([row.entities for row in retrieved]),
        "facts": mean([row.facts for row in retrieved]),
    }


def _described(row: Covered) -> dict[str, Any]:
    question = row.question
    return {
        "id": question.id,
        "question": question.question,
        "answers": [answer.id or answer.value for answer in question.answers][:5],
        "entities": row.entities,
    }


def _headline(sets: dict[str, dict[str, Any]]) -> dict[str, str]:
    found = {}
    for name, one in sets.items():
        for group, figures in one["groups"].items():
            held = figures["in_subgraph"]
            if held["n"]:
                found[f"{name}, {group}"] = f"answer in G_q {held['percent']} (n = {held['n']})"
    return found
