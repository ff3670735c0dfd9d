"""Answering: a question in, answers with evidence out."""

import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numkbqa.errors import UserError
from numkbqa.evaluation.predict import Prediction, predict
from numkbqa.evidence import NO_EVIDENCE, Evidence, path_to
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.examples import Example
from numkbqa.retrieval.linking import Link
from numkbqa.text import CachedEncoder, States
from numkbqa.training.checkpoint import System, load_system

NO_TOPIC = "the question mentions no name that the graph holds (no topic entity)"
NO_CANDIDATE = "no entity near the topic of the question can be its answer"
GROWN = "the graph has grown since the model was trained"
NO_NUMBERS = "no candidate has a number to compare: the answers are by meaning alone"

ORDINAL = 0.5
"""Probability from which a question counts as ordinal."""

SURELY_WHOLE = 100
"""A question of fewer tokens fits every encoder, so that its limit, which costs loading it, is not asked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question in the shape of `ask --json` (DESIGN section 3)."""

    document: dict[str, Any]

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answers, best first: id, label, score and, for ordinal ones, the value and when it held."""
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

    def ask(self, question: str, k: int = 5, topics: Sequence[str] = ()) -> Answer:
        """Answer one question.

        Args:
            question: the question in natural language; control characters count as spaces.
            k: how many answers to give at most; tied winners are always given whole.
            topics: ids of its topic entities; none to link it.

        Returns:
            The answer with its evidence, or the reason for abstaining.

        Raises:
            UserError: the question is empty.
        """
        question = _readable(question)
        if not question:
            raise UserError("the question is empty", remedy="ask something, in quotes")
        document, laps = self._document(question, k, topics)
        if self.system.graph_has_grown:
            document["notes"].append(GROWN)
        return Answer({**document, "timing_ms": laps})

    def _document(
        self, question: str, k: int, topics: Sequence[str]
    ) -> tuple[dict[str, Any], dict[str, float]]:
        """The document without its times, and the times."""
        clock = _Clock()
        workbench = self.system.workbench
        record = Question(id="ask", question=question, topic_entities=tuple(topics))
        links = workbench.builder.link(record)
        clock.lap("linking")
        example = workbench.builder.build(record)
        clock.lap("retrieval")
        if not isinstance(example, Example):
            return _abstention(question, NO_TOPIC), clock.laps
        words = workbench.encoder.word_states([question])
        dataset = Dataset([example], words, [])
        probability = workbench.ordinal_probability(self.system.classifier, dataset)
        clock.lap("encoding")
        prediction = next(
            predict(self.system.model, dataset, probability, workbench.kb, device=workbench.device)
        )
        clock.lap("reasoning")
        trained_rank = workbench.settings.number_data.max_k
        document = _document(prediction, workbench.kb, k, trained_rank)
        document["topic_entities"] = _topics(links, workbench.kb)
        document["notes"] += _notes(workbench.encoder, words[0])
        clock.lap("evidence")
        return document, clock.laps


def load(model: Path | str) -> Answerer:
    """Open a model folder for asking.

    Args:
        model: folder written by `numkbqa train`.

    Returns:
        The answerer.

    Raises:
        UserError: it is no model, or its graph moved or is another one.
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


def _readable(question: str) -> str:
    """The question without control characters, and without bytes that are no UTF-8 (lone surrogates)."""
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in question).strip()


def _abstention(question: str, reason: str) -> dict[str, Any]:
    return {
        "question": question,
        "answers": [],
        "ordinal": {"probability": None, "determiner": None, "direction": None, "k": None},
        "topic_entities": [],
        "evidence": {**NO_EVIDENCE, "path": []},
        "abstained": reason,
        "notes": [],
    }


def _document(prediction: Prediction, kb: KnowledgeBase, k: int, trained_rank: int) -> dict[str, Any]:
    ordinal = prediction.ordinal >= ORDINAL
    evidence = Evidence(prediction, kb) if ordinal and prediction.relation is not None else None
    too_few = None if evidence is None else _too_few(prediction, evidence)
    ranking, notes = ([], []) if too_few else _ranking(prediction, evidence, trained_rank)
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
            "path": path_to(prediction.example, chosen[0], kb) if chosen else [],
        },
        "abstained": None if answers else too_few or NO_CANDIDATE,
        "notes": notes,
    }


def _too_few(prediction: Prediction, evidence: Evidence) -> str | None:
    """Why there is no k-th, when the candidates have fewer distinct values than k."""
    cue, distinct = prediction.cue, int(evidence.rank.max(initial=0))
    if cue is None or not 0 < distinct < cue.k:
        return None
    what, values = evidence.relation.text, "1 value" if distinct == 1 else f"{distinct} distinct values"
    return f"number {cue.k} by {what} was asked for, and the candidates have {values} of it"


def _ranking(
    prediction: Prediction, evidence: Evidence | None, trained_rank: int
) -> tuple[list[int], list[str]]:
    """The model's ranking, with what must not be left to it: missing values, ranks that it never saw.

    A candidate without a value never wins over its valued peers (DESIGN 5.10). Beyond the ranks that the
    model was trained for, the exact sort's winners come first.
    """
    ranking, cue = prediction.ranking(), prediction.cue
    if cue is None or prediction.ordinal < ORDINAL:
        return ranking, []
    if evidence is None:
        return ranking, [NO_NUMBERS] if ranking else []
    if cue.k <= trained_rank or not prediction.winners.any():
        return _valued_first(ranking, evidence)
    note = f"the model was trained for ranks up to {trained_rank}: number {cue.k} is by exact sort alone"
    return _first(ranking, prediction.exact_ranking()), [note]


def _valued_first(ranking: list[int], evidence: Evidence) -> tuple[list[int], list[str]]:
    """The ranking with its best entity that may win before the ones that have no value, and a note of it."""
    missing = evidence.unvalued_peers()
    best = [entity for entity in ranking if not missing[entity]][:1]
    if not best or best == ranking[:1]:
        return ranking, []
    note = f"the model prefers {evidence.label(ranking[0])}, which has no {evidence.relation.text} to compare"
    return _first(ranking, best), [note]


def _first(ranking: list[int], winners: list[int]) -> list[int]:
    """The ranking with its winners before all others."""
    return [*winners, *(entity for entity in ranking if entity not in winners)]


def _with_ties(ranking: list[int], evidence: Evidence | None, k: int) -> list[int]:
    """The k best answers; entities that tie with the best one stand right after it."""
    if not ranking or evidence is None:
        return ranking[:k]
    tied = evidence.ties_with(ranking[0]) | {ranking[0]}
    ties = [entity for entity in ranking if entity in tied]
    rest = [entity for entity in ranking if entity not in tied]
    return [*ties, *rest][: max(k, len(ties))]


def _answer(
    prediction: Prediction, entity: int, evidence: Evidence | None, kb: KnowledgeBase
) -> dict[str, Any]:
    number = int(prediction.example.entities[entity])
    answer: dict[str, Any] = {"id": kb.entity_id(number), "label": kb.label(number)}
    if evidence is not None:
        known = {"value": evidence.value_text(entity), "held_at": evidence.held_at(entity)}
        answer |= {name: text for name, text in known.items() if text is not None}
    return {**answer, "score": round(float(prediction.probabilities[entity]), 6)}


def _topics(links: Sequence[Link], kb: KnowledgeBase) -> list[dict[str, Any]]:
    return [
        {
            **_named(link.entity, kb),
            "mention": link.mention,
            "score": round(link.score, 4),
            "alternatives": [
                {**_named(entity, kb), "score": round(share, 4)} for entity, share in link.alternatives
            ],
        }
        for link in links
    ]


def _named(entity: int, kb: KnowledgeBase) -> dict[str, str]:
    return {"id": kb.entity_id(entity), "label": kb.label(entity)}


def _notes(encoder: CachedEncoder, words: States) -> list[str]:
    """What the reader of an answer should know about the question."""
    limit = encoder.max_tokens if len(words) >= SURELY_WHOLE else None
    if limit is None or len(words) + 2 < limit:
        return []
    return [f"the question is too long for the text encoder: it was cut after {len(words)} tokens"]
