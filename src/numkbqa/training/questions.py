"""The questions of a training run: real ones, pseudo ones made from the graph, held-out ones that select."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from numkbqa.errors import UserError
from numkbqa.kb import KnowledgeBase
from numkbqa.progress import say
from numkbqa.questions.pseudo import PseudoQuestion, generate_pseudo_questions
from numkbqa.questions.records import Question, read_questions
from numkbqa.retrieval.dataset import Dataset
from numkbqa.training.settings import Settings
from numkbqa.training.workbench import Workbench, fingerprint

T = TypeVar("T")

WITHOUT_QUESTIONS = 3000
"""Ordinal pseudo questions at least when there is no real question at all."""


@dataclass(frozen=True)
class TrainingQuestions:
    """What Algorithm 1 trains on.

    Args:
        real: real training questions.
        pseudo: pseudo questions for training.
        guided: the same and more of them, for QGND alone.
        dev: questions that select the parameters: those of the dev files or a held-out share of the real
            ones, and a held-out share of the pseudo ones.
        train_basic_on_pseudo: whether basic reasoning sees the pseudo questions in pre-training.
    """

    real: list[Question]
    pseudo: list[PseudoQuestion]
    guided: list[PseudoQuestion]
    dev: list[Question]
    train_basic_on_pseudo: bool

    @property
    def pseudo_questions(self) -> list[Question]:
        """The records of the pseudo questions."""
        return [pseudo.question for pseudo in self.pseudo]

    @cached_property
    def key(self) -> str:
        """Hash of all questions."""
        everything = [*self.real, *(made.question for made in self.guided), *self.dev]
        return fingerprint(
            len(self.real), len(self.pseudo), *(question.model_dump_json() for question in everything)
        )

    def basic_dataset(self, workbench: Workbench) -> Dataset:
        """What basic reasoning is pre-trained on."""
        if self.real and not self.train_basic_on_pseudo:
            return workbench.dataset(self.real, "training questions")
        return self.full_dataset(workbench)

    def full_dataset(self, workbench: Workbench) -> Dataset:
        """The union of real and pseudo questions."""
        return workbench.dataset(self.real, "training questions").joined(
            workbench.dataset(self.pseudo_questions, "pseudo questions")
        )

    def dev_dataset(self, workbench: Workbench) -> Dataset:
        """What selects."""
        return workbench.dataset(self.dev, "held-out questions")


def gather_questions(
    workbench: Workbench,
    question_files: Sequence[Path],
    dev_files: Sequence[Path],
    held_out_files: Sequence[Path] = (),
) -> TrainingQuestions:
    """Read the real questions, make the pseudo ones, and hold out what selects.

    Args:
        workbench: graph and settings.
        question_files: question files to train on; none is fine.
        dev_files: question files that select; without them a share of the training questions is held out.
        held_out_files: question files whose topic entities no pseudo question may ask about.

    Returns:
        The questions.

    Raises:
        UserError: a file is wrong, names an unknown entity, or the graph gives no pseudo question at all; or
            nothing is left to train on.
    """
    settings = workbench.settings
    real = read_known_questions(question_files, workbench.kb)
    hidden = read_known_questions(dev_files, workbench.kb)
    held_out = [*hidden, *read_known_questions(held_out_files, workbench.kb)]
    avoid = frozenset(
        topic for question in held_out for topic in workbench.with_topics(question).topic_entities
    )
    pseudo, guided = _pseudo(workbench.kb, settings, real, avoid)
    shuffler = random.Random(settings.seed)
    pseudo, pseudo_dev = _hold_out(pseudo, settings.dev_share, shuffler)
    if not dev_files:
        real, hidden = _hold_out(real, settings.dev_share, shuffler)
    if not real and not pseudo:
        remedy = "give more questions, name some that select (`--dev`), or lower `dev_share`"
        raise UserError("all questions are held out, and none is left to train on", remedy=remedy)
    # A few dozen ordinal questions cannot tell two epochs apart, so pseudo ones help to select.
    dev = hidden + [made.question for made in pseudo_dev]
    selecting = {question.question for question in dev}
    guided = [made for made in guided if made.question.question not in selecting]
    return TrainingQuestions(real, pseudo, pseudo + guided, dev, settings.train_basic_on_pseudo)


def check_topics(questions: Sequence[tuple[Path, Question]], kb: KnowledgeBase) -> None:
    """Check that the graph holds every topic entity given.

    Args:
        questions: each question with the file it stands in.
        kb: the graph.

    Raises:
        UserError: it does not hold one.
    """
    for file, question in questions:
        for entity in question.topic_entities:
            if kb.entity_index(entity) is None:
                raise UserError(
                    f"question {question.id!r} names the topic entity {entity!r}, "
                    "which the graph does not hold",
                    where=file,
                    remedy="correct the id, or leave `topic_entities` out to have it linked",
                )


def read_known_questions(
    files: Sequence[Path], kb: KnowledgeBase, *, require_answers: bool = True
) -> list[Question]:
    """Read question files for a graph.

    Gold answers that the graph does not hold are allowed, for no graph is complete: they are counted and
    reported on stderr.

    Args:
        files: question files.
        kb: the graph.
        require_answers: whether a question without gold answers is an error.

    Returns:
        All questions, in order.

    Raises:
        UserError: a file is wrong, or names a topic entity that the graph does not hold.
    """
    questions = [
        (file, question)
        for file in files
        for question in read_questions(file, require_answers=require_answers)
    ]
    check_topics(questions, kb)
    _report_unknown_answers(questions, kb)
    return [question for _, question in questions]


def _report_unknown_answers(questions: Sequence[tuple[Path, Question]], kb: KnowledgeBase) -> None:
    unknown: Counter[Path] = Counter()
    affected: Counter[Path] = Counter()
    for file, question in questions:
        missing = sum(a.id is not None and kb.entity_index(a.id) is None for a in question.answers)
        unknown[file] += missing
        affected[file] += missing > 0
    for file, count in unknown.items():
        if count:
            say(f"{file}: gold answers that the graph does not hold: {count}, in {affected[file]} questions")


def _pseudo(
    kb: KnowledgeBase, settings: Settings, real: Sequence[Question], avoid: frozenset[str]
) -> tuple[list[PseudoQuestion], list[PseudoQuestion]]:
    """Pseudo questions to retrieve for and train on, and more that only guide the number embeddings."""
    own = settings.augmentation

    def generate(count: int, seed: int, max_k: int, plain_share: float) -> list[PseudoQuestion]:
        made = generate_pseudo_questions(
            kb,
            count=count,
            seed=seed,
            templates=own.templates,
            max_k=max_k,
            max_candidates=own.max_candidates,
            plain_share=plain_share,
            exclude_topics=avoid,
        )
        return list(made)

    ordinal = max(
        round(own.share * len(real)), own.at_least if real else max(own.at_least, WITHOUT_QUESTIONS)
    )
    pseudo = generate(round(ordinal / (1 - own.plain_share)), settings.seed, own.max_k, own.plain_share)
    if not pseudo and not real:
        raise UserError(
            "the graph gives no pseudo question: no group of entities shares a neighbour "
            f"{'that no held-out question is about ' if avoid else ''}and carries distinct numbers",
            remedy="train with `--questions`, or give more entities numbers",
        )
    data = settings.number_data
    return pseudo, generate(data.guided, settings.seed + 1, data.max_k, 0.0) if data.guided else []


def _hold_out(items: list[T], share: float, shuffler: random.Random) -> tuple[list[T], list[T]]:
    order = list(range(len(items)))
    shuffler.shuffle(order)
    held = set(order[: round(share * len(items))])
    return [item for i, item in enumerate(items) if i not in held], [items[i] for i in sorted(held)]
