"""Why an entity is the answer to a question, or why it is not: how far it came, its rank and its value."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from numkbqa.answering import Answerer, Asked
from numkbqa.answering.answer import Document
from numkbqa.answering.entities import answer_group, evidence_of
from numkbqa.answering.schema import Step
from numkbqa.answering.shown import entity_of
from numkbqa.api.explained import ComparedRow, Explanation, Likelihood, Outcome, SetAsideText
from numkbqa.api.verdict import Verdict, verdict_of
from numkbqa.errors import UserError, did_you_mean, shown
from numkbqa.evaluation.predict import Prediction
from numkbqa.evidence import Evidence, path_to, value_row
from numkbqa.kb import KnowledgeBase
from numkbqa.lookup.entities import named
from numkbqa.lookup.records import Named
from numkbqa.retrieval.linking import fold
from numkbqa.values.ranks import dense_ranks
from numkbqa.values.several import standing_values

MAX_ANSWERS: Final = 5
"""Answers that stand among the rows."""

BEST_RANKS: Final = 3
"""Ranks whose entities stand among the rows, whatever was asked for."""

MAX_ROWS: Final = 12
"""Rows at most."""


def explain(answerer: Answerer, question: str, entity: str, topics: Sequence[str] = ()) -> Explanation:
    """Say why an entity is the answer to a question, or why it is not.

    Args:
        answerer: answers the question.
        question: the question.
        entity: id or name of the entity; of several that are called so, one that was retrieved.
        topics: ids of the entities that the question is about; those that its text mentions by default.

    Returns:
        How far the entity came, with its rank, its value and the rows beside it.

    Raises:
        UserError: the question is empty, or the graph does not hold the entity or one of the topics.
    """
    answer, predictions = answerer.trace(Asked(question, k=1, topics=tuple(topics)))
    document, kb = answer.to_json(), answerer.system.kb
    candidates = _entities_called(entity, answerer)
    prediction = _behind(document, predictions, kb)
    known: dict[str, Any] = {}
    if prediction is None:
        number, verdict = candidates[0], Verdict(Outcome.NOT_RANKED, _why_unranked(document))
    else:
        number = _likeliest(candidates, prediction)
        verdict = verdict_of(number, prediction, kb)
        known = _Account(number, prediction, kb).to_fields()
    return Explanation(
        question=document["question"],
        entity=named(kb, number),
        outcome=verdict.outcome,
        reason=verdict.reason,
        topic_entities=tuple(Named(id=t["id"], label=t["label"]) for t in document["topic_entities"]),
        answers=tuple(_answer(answer) for answer in document["answers"][:MAX_ANSWERS]),
        abstained=document["abstained"],
        **known,
    )


class _Account:
    """What a prediction knows of an entity.

    Args:
        number: KB entity number.
        prediction: what the model says of the question.
        kb: the graph.
    """

    def __init__(self, number: int, prediction: Prediction, kb: KnowledgeBase) -> None:
        self.number, self.prediction, self.kb = number, prediction, kb
        found = np.flatnonzero(prediction.example.entities == number)
        self.place = int(found[0]) if len(found) else None
        self.evidence = evidence_of(prediction, kb)

    def to_fields(self) -> dict[str, Any]:
        """Fields of `Explanation`, by name."""
        place, prediction = self.place, self.prediction
        fields: dict[str, Any] = {
            "retrieved": place is not None,
            "candidate": place is not None and bool(prediction.candidates[place]),
            "likelihood": None if place is None else _likelihood(place, prediction),
            "path": () if place is None else _path(place, prediction, self.kb),
        }
        if self.evidence is not None:
            fields |= self._compared(self.evidence)
        return fields

    def _compared(self, evidence: Evidence) -> dict[str, Any]:
        relation, cue = evidence.relation, self.prediction.cue
        number = self.kb.numerical_relations.index(relation)
        own = self._own_row(evidence, number)
        return {
            "relation": relation.name,
            "relation_text": relation.text,
            "unit": relation.unit,
            "direction": evidence.direction,
            "k": cue.k if cue else None,
            "count": cue.count if cue else None,
            "rank": own.rank if own and own.compared else None,
            "would_rank": own.rank if own and not own.compared else None,
            "value": own.value if own else None,
            "rows": self._rows(evidence, own),
            "set_aside": tuple(
                SetAsideText(lexical=row.lexical, reason=row.reason, source=row.source, line=row.line)
                for row in self.kb.set_aside_of(self.number, number)
            ),
        }

    def _own_row(self, evidence: Evidence, relation: int) -> ComparedRow | None:
        """The row of the entity; of one that was not compared, with the rank that it would hold."""
        facts = self.kb.numbers_of(np.array([self.number], dtype=np.int64))
        mine = np.flatnonzero(facts.relation == relation)
        if not len(mine):
            return None
        keys = facts.low[mine], facts.high[mine]
        best = mine[standing_values(np.zeros(len(mine), dtype=np.int64), keys, 1, evidence.direction)[0]]
        rank = int(evidence.rank[self.place]) if self.place is not None else 0
        compared = rank > 0
        if not compared:
            low = np.append(evidence.low, facts.low[best])
            high = np.append(evidence.high, facts.high[best])
            rank = int(dense_ranks(low, high, evidence.direction)[-1])
        row = value_row(self.kb, self.number, relation, [int(facts.value[best])], rank)
        return _row(row, compared=compared, asked_about=True)

    def _rows(self, evidence: Evidence, own: ComparedRow | None) -> tuple[ComparedRow, ...]:
        """The rows of the answers, of the best, of the entity and of those beside it, by rank."""
        answers = answer_group(self.prediction)[:MAX_ANSWERS]
        wanted = [*answers, *([self.place] if own and own.compared and self.place is not None else [])]
        shown = evidence.to_json(wanted)["rows"]
        near = own.rank if own else 0
        ids = {self.kb.entity_id(int(self.prediction.example.entities[place])) for place in answers}
        kept = [
            _row(row, answer=row["id"] in ids)
            for row in shown
            if row["id"] in ids or row["rank"] <= BEST_RANKS or abs(row["rank"] - near) <= 1
        ]
        others = [row for row in kept if own is None or row.id != own.id]
        others.sort(key=lambda row: not row.answer)
        mine = [] if own is None else [own.model_copy(update={"answer": own.id in ids})]
        return tuple(sorted([*mine, *others[: MAX_ROWS - 1]], key=lambda row: (row.rank, not row.compared)))


def _behind(document: Document, predictions: Sequence[Prediction], kb: KnowledgeBase) -> Prediction | None:
    """The prediction that an answer rests on, or None when no entities were ranked.

    The model is asked once for each reading of an ambiguous topic, and again when the phrase inside of a
    question turns out to have no value.
    """
    if document["clarification"] is not None:
        return None
    topics = {topic["id"] for topic in document["topic_entities"]}
    for prediction in reversed(predictions):
        used = prediction.example.entities[prediction.example.topics].tolist()
        if {kb.entity_id(topic) for topic in used} <= topics:
            return prediction
    return predictions[-1] if predictions else None


def _why_unranked(document: Document) -> str:
    if document["abstained"] is not None:
        return f"nothing was ranked: {document['abstained']}"
    return "the question asks for a value of what it names, so no entities were ranked"


def _row(
    row: dict[str, Any], *, compared: bool = True, answer: bool = False, asked_about: bool = False
) -> ComparedRow:
    known = {name: row[name] for name in ("id", "label", "value", "lexical", "held_at", "rank")}
    return ComparedRow(**known, compared=compared, answer=answer, asked_about=asked_about)


def _likelihood(place: int, prediction: Prediction) -> Likelihood:
    ranking = prediction.model_ranking()
    return Likelihood(
        probability=round(float(prediction.probabilities[place]), 6),
        by_meaning=round(float(prediction.basic[place]), 6),
        place=ranking.index(place) + 1 if place in ranking else None,
        of=len(ranking),
    )


def _path(place: int, prediction: Prediction, kb: KnowledgeBase) -> tuple[Step, ...]:
    return tuple(Step(**step) for step in path_to(prediction.example, place, kb))


def _answer(answer: dict[str, Any]) -> Named:
    """An answer by name; of a value, whose it is."""
    entity = entity_of(answer)
    return Named(id=entity["id"], label=entity["label"])


def _entities_called(entity: str, answerer: Answerer) -> list[int]:
    """KB entity numbers of what an id or a name means, the likeliest first."""
    kb = answerer.system.kb
    number = kb.entity_index(entity)
    if number is not None:
        return [number]
    links = answerer.system.workbench.builder.linker.link(entity) if entity.strip() else []
    # "the second river" mentions rivers and is not called so
    whole = [link for link in links if fold(link.mention) == fold(entity)]
    if whole:
        return [number for number, _ in whole[0].candidates]
    ids = dict.fromkeys(kb.entity_id(number) for link in links for number, _ in link.candidates)
    what = f'the graph has no entity of the id or name "{shown(entity)}"'
    raise UserError(what, where="entity", remedy=did_you_mean(list(ids)[:5]) or "give an id or a whole name")


def _likeliest(candidates: Sequence[int], prediction: Prediction) -> int:
    """Of entities with one name, the likeliest that was retrieved, else the likeliest."""
    retrieved = set(prediction.example.entities.tolist())
    return next((number for number in candidates if number in retrieved), candidates[0])
