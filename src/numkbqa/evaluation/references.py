"""What predictions are held against: the questions of a data set with their gold answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from numkbqa.errors import UserError
from numkbqa.evaluation.gold import gold_answers
from numkbqa.evaluation.outputs import Format, Output
from numkbqa.kb.readers.nsm_folder import ENTITIES
from numkbqa.kb.readers.nsm_subgraphs import Numbering, read_ids
from numkbqa.kb.readers.source import Source
from numkbqa.questions.nsm_folder import FolderQuestion, is_folder_question_file, read_folder_questions
from numkbqa.questions.records import Answer, Question, read_questions
from numkbqa.retrieval.linking.names import fold

GRAFT_NET_BATCH: Final = 20
"""GRAFT-Net predicts in batches of this size, and never the last one when it is not full."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One question of a data set.

    Args:
        question: the question.
        gold: its gold answers as texts, with the repetitions of the file.
        in_subgraph: whether one of them is in the subgraph that the data set gives; None without one.
    """

    question: Question
    gold: tuple[str, ...]
    in_subgraph: bool | None = None


def read_references(file: Path) -> tuple[list[Reference], Numbering | None]:
    """Read the questions that predictions are of.

    Args:
        file: a question file, or one of a folder preprocessed for NSM (`test_simple.json`).

    Returns:
        The questions in the order of the file, and the ids by number where the folder lists them.

    Raises:
        UserError: the file is wrong.
    """
    if not is_folder_question_file(file):
        asked = read_questions(file, require_answers=False)
        return [Reference(question, tuple(gold_answers(question))) for question in asked], None
    list_of_ids = file.parent / ENTITIES
    entities = read_ids(Source(list_of_ids, list_of_ids.name))
    return [_of_folder(found, entities) for found in read_folder_questions(file)], entities


def _of_folder(found: FolderQuestion, entities: Numbering) -> Reference:
    known = [entities.ids[number] for number in found.answers.tolist()]
    missing = [answer for answer in gold_answers(found.question) if answer not in known]
    inside = bool(np.isin(found.answers, found.entities).any())
    return Reference(found.question, (*known, *missing), inside)


def told_by(outputs: Sequence[Output], file: Path) -> list[Reference]:
    """The questions as the predictions themselves tell them.

    Args:
        outputs: the predictions.
        file: their file, for messages.

    Returns:
        One question a prediction; without a text it counts as a plain one.

    Raises:
        UserError: they tell no gold answers.
    """
    return [_told(output, file) for output in outputs]


def _told(output: Output, file: Path) -> Reference:
    if output.gold is None:
        raise UserError(
            "the predictions do not say what the gold answers are",
            where=file,
            line=output.line,
            remedy="Give the questions that they are of with `--questions`.",
        )
    text, name = (output.question or "").strip() or "-", output.id or str(output.line)
    asked = Question(id=name, question=text, ordinal=output.ordinal)
    return with_gold_of(Reference(asked, ()), output)


def with_gold_of(reference: Reference, output: Output | None) -> Reference:
    """A question with the gold answers that its prediction tells."""
    gold = (output and output.gold) or ()
    answers = tuple(Answer(id=answer) for answer in gold if answer)
    return replace(reference, question=reference.question.model_copy(update={"answers": answers}), gold=gold)


def align(
    form: Format, outputs: Sequence[Output], references: Sequence[Reference], file: Path
) -> list[tuple[Reference, Output | None]]:
    """Find the prediction of each question: ours by id, others by their text, else by their order.

    Args:
        form: who wrote them.
        outputs: the predictions.
        references: the questions; public code drops those without topic entities.
        file: file of the predictions, for messages.

    Returns:
        Every question with its prediction; None where there is none.

    Raises:
        UserError: they are not of these questions.
    """
    if form is Format.OWN:
        return _by_id(outputs, references, file)
    places = _by_text(outputs, references) or _in_order(form, outputs, references, file)
    found = dict(zip(places, outputs, strict=True))
    return [(reference, found.get(place)) for place, reference in enumerate(references)]


def _by_text(outputs: Sequence[Output], references: Sequence[Reference]) -> list[int] | None:
    """The question of each prediction by its text; None unless all are found.

    Of questions with the same text the first ones with topic entities are taken, as public code drops the
    others.
    """
    waiting: dict[str, list[int]] = {}
    for place in sorted(range(len(references)), key=lambda i: not references[i].question.topic_entities):
        waiting.setdefault(_letters(references[place].question.question), []).append(place)
    places = []
    for output in outputs:
        same = waiting.get(_letters(output.question))
        if not same:
            return None
        places.append(same.pop(0))
    return places


def _letters(text: str) -> str:
    """A question without what tokenizers change: case, accents, punctuation and spaces."""
    return fold(text).replace(" ", "")


def _in_order(
    form: Format, outputs: Sequence[Output], references: Sequence[Reference], file: Path
) -> list[int]:
    """The question of each prediction by its place, as public code writes them."""
    with_topics = [place for place, one in enumerate(references) if one.question.topic_entities]
    whole = list(range(len(references)))
    full_batches = whole[: len(whole) // GRAFT_NET_BATCH * GRAFT_NET_BATCH]
    ways = [whole, full_batches] if form is Format.GRAFT_NET else [with_topics, whole]
    places = next((way for way in ways if len(way) == len(outputs)), None)
    if places is None:
        raise UserError(
            f"there are {len(outputs)} predictions for {len(references)} questions, "
            f"{len(with_topics)} of them with topic entities",
            where=file,
            remedy="Give the questions that they are of, in the same order, with `--questions`.",
        )
    return places


def _by_id(
    outputs: Sequence[Output], references: Sequence[Reference], file: Path
) -> list[tuple[Reference, Output | None]]:
    known = {reference.question.id for reference in references}
    found: dict[str, Output] = {}
    for output in outputs:
        if output.id not in known:
            raise UserError(
                f"there is no question {output.id!r}",
                where=file,
                line=output.line,
                remedy="Give the questions that the predictions are of with `--questions`.",
            )
        if (first := found.setdefault(output.id, output)) is not output:
            raise UserError(
                f"the question {output.id!r} is answered twice, first in line {first.line}",
                where=file,
                line=output.line,
                remedy="Leave one prediction of each question in the file.",
            )
    return [(reference, found.get(reference.question.id)) for reference in references]
