"""Answering: a question in, answers with evidence out."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from numkbqa.errors import UserError
from numkbqa.evaluation.predict import Prediction, predict, valued
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.reasoning.numerical.exact_sort import dense_ranks
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.example import Example
from numkbqa.training.checkpoint import System, load_system

NO_EVIDENCE: dict[str, Any] = {
    "relation": None,
    "relation_text": None,
    "unit": None,
    "rows": [],
    "compared": 0,
    "ties": [],
    "excluded": [],
    "exact_sort_agrees": None,
}

MAX_ROWS = 50
"""Rows of the evidence table at most: the best ranked ones, and the answers."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question in the shape of `ask --json` (DESIGN section 3)."""

    document: dict[str, Any]

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answers, best first: id, label, score and, for ordinal ones, the value."""
        found: list[dict[str, Any]] = self.document["answers"]
        return found

    def to_json(self) -> dict[str, Any]:
        """The document of `ask --json`."""
        return self.document


class Answerer:
    """Answers questions with a trained system.

    Args:
        system: model, graph and encoder.
    """

    def __init__(self, system: System) -> None:
        self.system = system

    def ask(self, question: str, k: int = 5) -> Answer:
        """Answer one question.

        Args:
            question: the question in natural language.
            k: how many answers to give at most; tied winners are always given whole.

        Returns:
            The answer with its evidence, or the reason for abstaining.

        Raises:
            UserError: the question is empty.
        """
        if not question.strip():
            raise UserError("the question is empty", remedy="ask something, in quotes")
        clock = _Clock()
        workbench = self.system.workbench
        record = Question(id="ask", question=question)
        links = workbench.builder.link(record)
        clock.lap("linking")
        example = workbench.builder.build(record)
        clock.lap("retrieval")
        if not isinstance(example, Example):
            return _abstention(question, f"no topic entity: {example.reason}", clock)
        dataset = Dataset([example], workbench.encoder.word_states([question]), [])
        probability = workbench.ordinal_probability(self.system.classifier, dataset)
        clock.lap("encoding")
        prediction = next(predict(self.system.model, dataset, probability, workbench.kb, device=workbench.device))
        clock.lap("reasoning")
        document = _document(prediction, workbench.kb, k)
        document["topic_entities"] = [
            {
                "id": workbench.kb.entity_id(link.entity),
                "label": workbench.kb.label(link.entity),
                "mention": link.mention,
                "score": round(float(link.score), 4),
            }
            for link in links
        ]
        clock.lap("evidence")
        return Answer({**document, "timing_ms": clock.laps})


def load(model: Path | str) -> Answerer:
    """Open a model folder for asking.

    Args:
        model: folder written by `numkbqa train`.

    Returns:
        The answerer.

    Raises:
        UserError: it is no model, or its graph moved or changed.
    """
    return Answerer(load_system(Path(model)))


class _Clock:
    """Milliseconds by stage."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round(1000 * (now - self._last), 2)
        self._last = now


def _abstention(question: str, reason: str, clock: _Clock) -> Answer:
    document: dict[str, Any] = {
        "question": question,
        "answers": [],
        "ordinal": {"probability": None, "determiner": None, "direction": None, "k": None},
        "topic_entities": [],
        "evidence": {**NO_EVIDENCE, "path": []},
        "abstained": reason,
        "timing_ms": clock.laps,
    }
    return Answer(document)


def _document(prediction: Prediction, kb: KnowledgeBase, k: int) -> dict[str, Any]:
    ranking = prediction.ranking()
    ordinal = prediction.ordinal >= 0.5
    evidence = _Evidence(prediction, kb) if ordinal and prediction.relation is not None else None
    chosen = _with_ties(ranking, evidence, k)
    answers = [_answer(prediction, entity, evidence, kb) for entity in chosen]
    cue = prediction.cue
    return {
        "question": prediction.question.question,
        "answers": answers,
        "ordinal": {
            "probability": round(prediction.ordinal, 4),
            "determiner": cue.determiner if cue and ordinal else None,
            "direction": evidence.direction if evidence and cue else None,
            "k": cue.k if cue and ordinal else None,
        },
        "topic_entities": [],
        "evidence": {
            **(NO_EVIDENCE if evidence is None else evidence.to_json(chosen)),
            "path": _path(prediction.example, chosen[0], kb) if chosen else [],
        },
        "abstained": None if answers else "no entity of the neighbourhood can be the answer",
    }


def _with_ties(ranking: list[int], evidence: "_Evidence | None", k: int) -> list[int]:
    """The k best answers; entities that tie with the best one stand right after it."""
    if not ranking or evidence is None:
        return ranking[:k]
    ties = [entity for entity in ranking if entity != ranking[0] and evidence.tied(entity, ranking[0])]
    rest = [entity for entity in ranking[1:] if entity not in ties]
    return [ranking[0], *ties, *rest][: max(k, 1 + len(ties))]


def _answer(
    prediction: Prediction, entity: int, evidence: "_Evidence | None", kb: KnowledgeBase
) -> dict[str, Any]:
    number = int(prediction.example.entities[entity])
    answer: dict[str, Any] = {"id": kb.entity_id(number), "label": kb.label(number)}
    if evidence is not None and evidence.handle[entity] >= 0:
        answer["value"] = kb.number_text(int(evidence.handle[entity]))
    return {**answer, "score": round(float(prediction.probabilities[entity]), 6)}


class _Evidence:
    """The ranked table of the pruned candidates in the relation that mattered most."""

    def __init__(self, prediction: Prediction, kb: KnowledgeBase) -> None:
        example, relation = prediction.example, prediction.relation
        assert relation is not None  # noqa: S101 - the caller asked for evidence because there is one
        self.prediction, self.kb = prediction, kb
        self.relation = kb.numerical_relations[int(example.numerical_relations[relation])]
        cue = prediction.cue
        self.direction = "max" if cue is None else cue.direction_for(self.relation.kind).value
        self.low, self.high = valued(example, prediction.candidates, relation, self.direction)
        self.rank = dense_ranks(self.low, self.high, "max" if self.direction == "max" else "min")
        self.handle = self._handles(example, relation)

    def _handles(self, example: Example, relation: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Value handle of the interval that each candidate stands with; -1 for none."""
        handle = np.full(example.num_entities, -1, dtype=np.int64)
        mine = np.flatnonzero(example.number_relation == relation)
        entity = example.number_entity[mine]
        used = (example.low[mine] == self.low[entity]) & (example.high[mine] == self.high[entity])
        handle[entity[used]] = example.value[mine[used]]
        return handle

    def tied(self, one: int, other: int) -> bool:
        """Whether two entities hold the same rank."""
        return bool(self.rank[one] and self.rank[one] == self.rank[other])

    def to_json(self, chosen: list[int]) -> dict[str, Any]:
        """The `evidence` part of `ask --json`."""
        example, candidates = self.prediction.example, self.prediction.candidates
        ranked = [int(i) for i in np.lexsort((example.entities, self.rank)) if self.rank[i] > 0]
        shown = ranked[:MAX_ROWS] + [i for i in ranked[MAX_ROWS:] if i in chosen]
        missing = [int(i) for i in np.flatnonzero(candidates & (self.rank == 0))]
        best = chosen[0] if chosen else -1
        ties = [i for i in ranked if best >= 0 and self.tied(i, best)]
        winners = self.prediction.winners
        return {
            "relation": self.relation.name,
            "relation_text": self.relation.text,
            "unit": self.relation.unit,
            "rows": [self._row(i) for i in shown],
            "compared": len(ranked),
            "ties": [self._id(i) for i in ties] if len(ties) > 1 else [],
            "excluded": [{"id": self._id(i), "reason": f"has no {self.relation.text}"} for i in missing[:MAX_ROWS]],
            "exact_sort_agrees": bool(best >= 0 and winners[best]) if winners.any() else None,
        }

    def _row(self, entity: int) -> dict[str, Any]:
        value = self.kb.value(int(self.handle[entity]))
        number = int(self.prediction.example.entities[entity])
        return {
            "id": self.kb.entity_id(number),
            "label": self.kb.label(number),
            "value": self.kb.number_text(int(self.handle[entity])),
            "lexical": value.lexical,
            "rank": int(self.rank[entity]),
        }

    def _id(self, entity: int) -> str:
        return self.kb.entity_id(int(self.prediction.example.entities[entity]))


def _path(example: Example, goal: int, kb: KnowledgeBase) -> list[dict[str, str]]:
    """A shortest path of facts from a topic entity to the answer, each fact in its own direction."""
    came_by = _breadth_first(example, goal)
    steps: list[dict[str, str]] = []
    entity = goal
    while not example.topics[entity]:
        fact = came_by.get(entity)
        if fact is None:
            return []
        steps.append(_fact(example, fact, kb))
        entity = int(example.head[fact])
    return steps[::-1]


def _breadth_first(example: Example, goal: int) -> dict[int, int]:
    """For each entity reached before `goal`, the fact it was first reached by."""
    seen = example.topics.copy()
    frontier, came_by = example.topics.copy(), dict[int, int]()
    while frontier.any() and not seen[goal]:
        facts = np.flatnonzero(frontier[example.head] & ~seen[example.tail])
        tails, first = np.unique(example.tail[facts], return_index=True)
        came_by.update(zip(tails.tolist(), facts[first].tolist(), strict=True))
        frontier = np.zeros_like(seen)
        frontier[tails] = True
        seen |= frontier
    return came_by


def _fact(example: Example, fact: int, kb: KnowledgeBase) -> dict[str, str]:
    relation = int(example.distinct_relations[example.relation[fact]])
    head, tail = int(example.entities[example.head[fact]]), int(example.entities[example.tail[fact]])
    if relation >= len(kb.relations):
        relation, head, tail = relation - len(kb.relations), tail, head
    return {"head": kb.label(head), "relation": kb.relation_texts[relation], "tail": kb.label(tail)}
