"""Values as answers: "how high is X", "the population of the largest city in X"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from numkbqa.answering.entities import answer_group
from numkbqa.answering.measured import Fit, MeasureMatcher
from numkbqa.evaluation.metrics import retrieved_set
from numkbqa.evaluation.predict import Prediction
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.questions.values import ValueCue, parse_beside_names, parse_value_question
from numkbqa.retrieval.linking import Link, fold, outermost, plural, topic_ids
from numkbqa.retrieval.relations import SentenceVectors
from numkbqa.training.checkpoint import System

ARTICLES: Final = frozenset({"", "the", "a", "an", "of", "in", "all", "called", "named"})
"""Words of a phrase that say no more than its name does."""

JOINING: Final = frozenset({"and", "or", "both", "also", "as", "well", "plus"})
"""Words between the names of a list."""

Candidates = tuple[tuple[int, float], ...]
"""What a name may mean: KB entity numbers with their shares, best first."""

_JOINED = re.compile(r"\b(?:and|or|as well as|plus)\b|&", re.IGNORECASE)

MAX_DEGREE: Final = 10_000
"""Facts of an entity of which a second name is looked for ("portland maine"); hubs are not searched."""


@dataclass(frozen=True, slots=True)
class ValueReading:
    """A question for a value, as the graph understands it.

    Args:
        cue: what the question says.
        fit: which numerical relations may be meant.
        entities: the names that the phrase is, in their order; empty when it is a question of its own.
        asked: that question.
    """

    cue: ValueCue
    fit: Fit
    entities: tuple[Candidates, ...]
    asked: str

    @property
    def certain(self) -> bool:
        """Whether no entity can be the answer, so that there is none without a value."""
        return self.cue.certain or self.fit.called


@dataclass(frozen=True, slots=True)
class Measured:
    """The values of one entity.

    Args:
        entity: KB entity number.
        relation: numerical relation.
        handles: value handles in force, the latest first where dates tell.
        score: probability of the entity.
    """

    entity: int
    relation: int
    handles: tuple[int, ...]
    score: float


class ValueReader:
    """Reads questions for values and finds the values.

    Args:
        kb: the graph.
        encoder: gives the vectors of relation names.
    """

    def __init__(self, kb: KnowledgeBase, encoder: SentenceVectors) -> None:
        self.kb = kb
        self.matcher = MeasureMatcher(kb, encoder)

    def read(self, question: str, links: Sequence[Link], unknown: Sequence[str] = ()) -> ValueReading | None:
        """Read a question.

        Args:
            question: its text.
            links: its topics.
            unknown: names in it that the graph does not know.

        Returns:
            The reading; None for a question that asks for no value, or for one that the graph may know as an
            entity ("the capital of X").
        """
        for cue in self._cues(question, links):
            fit = self.matcher.fit(cue)
            if cue.certain or fit.will_do.any():
                named = self._named(question, cue, links, unknown)
                return ValueReading(cue, fit, named, "" if named else _asked(question, cue))
        return None

    def of_name(self, reading: ValueReading) -> list[Measured]:
        """The values of what the question names: of each name, of its likeliest entity that has any.

        Several names are measured by one relation, when there is one that they all have.

        Args:
            reading: a reading with entities.

        Returns:
            The values of one entity a name, in the order of the names; those without any are left out.
        """
        found = self._of_each(reading.fit, reading.entities)
        for relation in sorted({measured.relation for measured in found} if len(found) > 1 else ()):
            alike = self._of_each(reading.fit.only(relation), reading.entities)
            if [measured.entity for measured in alike] == [measured.entity for measured in found]:
                return alike
        return found

    def of_answers(self, reading: ValueReading, prediction: Prediction) -> list[Measured]:
        """The values of what answers the phrase.

        The answer to an order must have the value itself; of other answers the best one that has it counts.

        Args:
            reading: a reading without entities.
            prediction: what the model says of the phrase.

        Returns:
            The values of each entity of the answer that has any, best first.
        """
        found = []
        for place in answering_entities(reading, prediction):
            number, score = int(prediction.example.entities[place]), float(prediction.probabilities[place])
            measured = self._measured(reading.fit, number, score)
            if measured is not None:
                found.append(measured)
                if not (reading.cue.plural or prediction.is_ordinal):
                    break
        return found

    def to_json(self, measured: Sequence[Measured]) -> list[dict[str, Any]]:
        """Values in the shape of `ask --json`.

        Args:
            measured: values of entities.

        Returns:
            One answer a value.
        """
        return [self._answer(one, handle) for one in measured for handle in one.handles]

    def _answer(self, measured: Measured, handle: int) -> dict[str, Any]:
        value, relation = self.kb.value(handle), self.kb.numerical_relations[measured.relation]
        return {
            "value": self.kb.number_text(handle),
            "kind": relation.kind.value,
            "unit": relation.unit,
            "lexical": value.lexical,
            "held_at": self.kb.held_at(handle),
            "of": {"id": self.kb.entity_id(measured.entity), "label": self.kb.label(measured.entity)},
            "score": round(measured.score, 6),
        }

    def _cues(self, question: str, links: Sequence[Link]) -> Iterator[ValueCue]:
        cue = parse_value_question(question)
        if cue is not None:
            yield cue
        beside = parse_beside_names(question, outermost(links))
        if beside is not None:
            yield beside

    def _of_each(self, fit: Fit, names: Sequence[Candidates]) -> list[Measured]:
        found: dict[int, Measured] = {}
        for candidates in names:
            tried = (self._measured(fit, entity, share) for entity, share in candidates)
            first = next((measured for measured in tried if measured is not None), None)
            if first is not None:
                found.setdefault(first.entity, first)
        return list(found.values())

    def _measured(self, fit: Fit, entity: int, score: float) -> Measured | None:
        facts = self.kb.numbers_of(np.array([entity], dtype=np.int64))
        relation = fit.best(np.unique(facts.relation))
        if relation is None:
            return None
        handles = facts.value[facts.relation == relation].tolist()
        handles.sort(key=lambda handle: self.kb.held_at(handle) or "", reverse=True)
        return Measured(entity, relation, tuple(handles), score)

    def _named(
        self, question: str, cue: ValueCue, links: Sequence[Link], unknown: Sequence[str]
    ) -> tuple[Candidates, ...]:
        """The candidates of each name that the phrase lists, or nothing when the phrase says more."""
        start, end = cue.inner or (0, len(question))
        inside = [link for link in links if link.mention and start <= link.start and link.end <= end]
        if cue.inner is None:  # also what was given and is not named ("its population")
            inside = list(links)
        inside.sort(key=lambda link: (link.start, -link.end))
        if not inside or self.kb.is_class(inside[0].entity):
            return ()
        if cue.inner is not None and self._says_more(question[start:end], start, inside, unknown):
            return ()
        return tuple(self._candidates(names) for names in self._listed(question, inside))

    def _listed(self, question: str, links: Sequence[Link]) -> list[list[Link]]:
        """The names of a list, each with those that say which one is meant ("Paris, Texas and Berlin")."""
        gaps = [question[one.end : next_one.start] for one, next_one in pairwise(links)]
        is_list = len(gaps) > 1 or any(map(_JOINED.search, gaps))
        listed = [[links[0]]]
        for gap, link in zip(gaps, links[1:], strict=True):
            joined = _JOINED.search(gap) or ("," in gap and not self._qualifies(link, listed[-1][0]))
            if is_list and joined:
                listed.append([link])
            else:
                listed[-1].append(link)
        return listed

    def _qualifies(self, link: Link, first: Link) -> bool:
        """Whether a name says which one of another is meant: a fact joins things of different classes."""
        kinds, named = set(self.kb.types(first.entity)), set(self.kb.types(link.entity))
        return not kinds & named and bool(self._near([entity for entity, _ in first.candidates], [link]))

    def _candidates(self, names: Sequence[Link]) -> Candidates:
        """What the first of some names may mean, first what a fact joins with another of them."""
        candidates = names[0].candidates
        if len(names) > 1:
            near = self._near([entity for entity, _ in candidates], names[1:])
            candidates.sort(key=lambda candidate: candidate[0] not in near)
        return tuple(candidates)

    def _says_more(self, phrase: str, start: int, links: Sequence[Link], unknown: Sequence[str]) -> bool:
        """Whether words of the phrase stand beside its names that are no class of them ("the city of X")."""
        for a, b in sorted(outermost(links), reverse=True):
            phrase = f"{phrase[: a - start]} {phrase[b - start :]}"
        for name in unknown if _JOINED.search(phrase) else ():
            phrase = phrase.replace(name, " ")
        candidates = [entity for link in links for entity, _ in link.candidates]
        labels = {fold(self.kb.label(kind)) for entity in candidates for kind in self.kb.types(entity)}
        classes = {word for label in labels for form in (label, plural(label)) for word in form.split()}
        return bool(set(fold(phrase.replace("'s", " ")).split()) - ARTICLES - JOINING - classes)

    def _near(self, candidates: list[int], others: Sequence[Link]) -> set[int]:
        """Those of the candidates that a fact joins with another name of the phrase."""
        named = {entity for link in others for entity, _ in link.candidates}
        array = np.array(candidates, dtype=np.int64)
        array = array[self.kb.degree(array) <= MAX_DEGREE]
        out, into = self.kb.facts_from(array), self.kb.facts_into(array)
        ends = zip([*out.head, *into.tail], [*out.tail, *into.head], strict=True)
        return {int(own) for own, other in ends if int(other) in named}


def value_answers(system: System, questions: Sequence[Question]) -> dict[str, list[Measured]]:
    """Answer the questions that ask for values.

    Args:
        system: an open model.
        questions: any questions.

    Returns:
        For each question that has values as answer, by its id: the values of each entity, best first.
    """
    workbench = system.workbench
    reader = ValueReader(workbench.kb, workbench.encoder)
    found: dict[str, list[Measured]] = {}
    readings: dict[str, ValueReading] = {}
    inner: list[Question] = []
    for question in questions:
        links = workbench.builder.link(question)
        reading = reader.read(question.question, links) if links else None
        if reading is not None and reading.entities:
            found[question.id] = reader.of_name(reading)
        elif reading is not None and not reading.cue.over_all:
            readings[question.id] = reading
            inner.append(inner_question(question, reading, links, workbench.kb))
    for prediction in _predictions(system, inner):
        key = prediction.question.id
        found[key] = reader.of_answers(readings[key], prediction)
    return {key: measured for key, measured in found.items() if measured}


def inner_question(
    question: Question, reading: ValueReading, links: Sequence[Link], kb: KnowledgeBase
) -> Question:
    """The phrase of a question for a value as a question of its own.

    Args:
        question: the record.
        reading: its reading, without entities.
        links: the topics of the whole question; some may stand outside of the phrase.
        kb: the graph.

    Returns:
        A record with the same id, these topics and no answers.
    """
    topics = topic_ids(links, kb)
    changed = {"question": reading.asked, "topic_entities": topics, "answers": (), "ordinal": None}
    return question.model_copy(update=changed)


def _predictions(system: System, questions: Sequence[Question]) -> Iterator[Prediction]:
    workbench = system.workbench
    if not questions:
        return
    dataset = workbench.dataset(questions, "the inner questions of questions for values")
    probability = workbench.ordinal_probability(system.classifier, dataset)
    yield from workbench.predict(system.model, dataset, probability)


def answering_entities(reading: ValueReading, prediction: Prediction) -> list[int]:
    """The local entities among which the answer to a phrase is.

    Args:
        reading: a reading without entities.
        prediction: what the model says of the phrase.

    Returns:
        For an order or a list the whole answer, else all candidates, best first.
    """
    if prediction.is_ordinal:
        return answer_group(prediction)
    ranking = prediction.ranking()
    if not reading.cue.plural:
        return [place for place in ranking if prediction.candidates[place]]
    return retrieved_set(ranking, prediction.probabilities[ranking].tolist())


def _asked(question: str, cue: ValueCue) -> str:
    start, end = cue.inner or (0, len(question))
    return f"what {'are' if cue.plural else 'is'} {question[start:end].strip()}"
