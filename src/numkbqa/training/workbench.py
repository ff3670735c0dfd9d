"""What every stage works with: the graph, the encoder, retrieval, and datasets made of questions."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from numkbqa.errors import UserError
from numkbqa.evaluation.predict import Prediction, predict
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.reasoning.basic import BasicReasoner, GraphVocabulary, basic_reasoner, make_reasoner
from numkbqa.reasoning.comprehensive import (
    NumberInjectedReasoner,
    NumberPlugIn,
    PlugInParts,
    QuestionClassifier,
    question_features,
)
from numkbqa.reasoning.numerical import (
    NumericalReasoner,
    NumericalTransformerSettings,
    NumSettings,
    numerical_reasoner,
)
from numkbqa.reasoning.numerical.number_table import NAME_DIGITS, number_names
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.retrieval import ExampleBuilder
from numkbqa.retrieval.dataset import Dataset
from numkbqa.retrieval.linking import topic_ids
from numkbqa.retrieval.linking.weights import read_weights
from numkbqa.text import CachedEncoder, load_encoder, special_number_embeddings
from numkbqa.training.draws import draws_of
from numkbqa.training.relation_scorer import TrainableRelationScorer
from numkbqa.training.settings import Settings

WORDS_PER_CALL = 4096

IGNORED = 0.01
"""Probability of being ordinal below which a question takes basic reasoning alone."""


class Workbench:
    """A graph with its encoder, retrieval and the parts of a model that depend on them.

    Args:
        kb: the graph.
        settings: all settings.
        where: where the graph lies, for messages.

    Raises:
        UserError: the graph has no entity fact or no numerical relation, or a setting names no encoder or
            device.
    """

    def __init__(self, kb: KnowledgeBase, settings: Settings, where: Path | None = None) -> None:
        self.kb, self.settings = kb, settings
        _check_fit(kb, where)
        self.cache = settings.cache or default_cache()
        self.encoder: CachedEncoder = load_encoder(settings.encoder, self.cache)
        self.device = torch_device(settings.device)

    @property
    def stages(self) -> Path:
        """Folder of the stages that earlier runs finished."""
        return self.cache / "stages"

    @cached_property
    def key(self) -> str:
        """Hash of what every stage depends on."""
        own = (version("numkbqa"), self.kb.content_hash, self.encoder.name)
        return fingerprint(*own, read_weights().tolist(), self.settings.retrieval, self.settings.seed)

    @cached_property
    def builder(self) -> ExampleBuilder:
        """Retrieval for questions; building it reads every name of the graph."""
        return ExampleBuilder(self.kb, self.encoder, self.settings.retrieval, self.cache)

    @cached_property
    def numbers(self) -> NumberVectors:
        """Start vectors of numbers, shared by all stages; names of numbers for a table of vectors."""
        own = self.settings.numerical
        if isinstance(own, NumSettings) and own.start == "table":
            return NumberVectors(self.kb.number_text, number_names, NAME_DIGITS)
        start_only = isinstance(own, NumericalTransformerSettings) and not own.sne
        width = self.encoder.width if start_only else 2 * self.encoder.width

        def embed(texts: Sequence[str]) -> NDArray[np.float32]:
            return special_number_embeddings(self.encoder, texts, start_only=start_only)

        return NumberVectors(self.kb.number_text, embed, width)

    @cached_property
    def vocabulary(self) -> GraphVocabulary:
        """Text vectors of the entity relations, and how many entities there are."""
        vectors = self.encoder.sentence_vectors(list(self.kb.relation_texts))
        return GraphVocabulary(
            np.asarray(vectors, dtype=np.float32), self.encoder.width, self.kb.num_entities
        )

    @cached_property
    def numerical_relation_vectors(self) -> NDArray[np.float32]:
        """Text vectors of the numerical relations, shape (num_numerical_relations, width)."""
        texts = [relation.text for relation in self.kb.numerical_relations]
        return np.asarray(self.encoder.sentence_vectors(texts), dtype=np.float32)

    def dataset(self, questions: Sequence[Question], name: str) -> Dataset:
        """Retrieve for questions, or read what an earlier run retrieved for the very same ones.

        Args:
            questions: the questions.
            name: what they are, for progress.

        Returns:
            The dataset.
        """
        examples, dropped = self.builder.build_all_cached(
            questions,
            self.cache / "examples",
            description=f"retrieving for {name}",
            processes=self.settings.processes,
        )
        words: list[NDArray[np.float32]] = []
        texts = [example.question.question for example in examples]
        for start in range(0, len(texts), WORDS_PER_CALL):
            words += self.encoder.word_states(texts[start : start + WORDS_PER_CALL])
        return Dataset(examples, words, dropped)

    def with_topics(self, question: Question) -> Question:
        """The question with the topic entities that retrieval uses for it, linked if none are given."""
        topics = topic_ids(self.builder.link(question), self.kb)
        return question.model_copy(update={"topic_entities": topics})

    def new_basic(self) -> BasicReasoner:
        """A basic reasoner with fresh parameters, which the seed decides."""
        with draws_of("basic reasoning", self.settings.seed):
            chosen = basic_reasoner(self.settings.basic)
            return make_reasoner(chosen, self.settings.reasoner, self.vocabulary)

    def new_numerical(self) -> NumericalReasoner:
        """The numerical reasoner of the chosen plug-in, with fresh parameters, which the seed decides.

        Raises:
            UserError: the plug-in is "none".
        """
        chosen = numerical_reasoner(self.settings.plug_in)
        with draws_of("numerical reasoning", self.settings.seed):
            return chosen(self.settings.numerical, self.encoder.width, self.numbers.width)

    def new_plug_in(self, basic: BasicReasoner) -> NumberPlugIn | None:
        """The chosen number plug-in for a basic reasoner, with fresh parameters, which the seed decides.

        Args:
            basic: the basic reasoner.

        Returns:
            The plug-in, or None for "none".
        """
        if self.settings.plug_in == "none":
            return None
        parts = PlugInParts(
            self.new_numerical(),
            self.numbers,
            self.numerical_relation_vectors,
            basic.width,
            self.settings.comprehensive,
        )
        with draws_of("comprehensive reasoning", self.settings.seed):
            return NumberPlugIn.registry[self.settings.plug_in](parts)

    def new_classifier(self) -> QuestionClassifier:
        """A question classifier with fresh parameters, which the seed decides."""
        with draws_of("question classifier", self.settings.seed):
            return QuestionClassifier(self.settings.classifier, self.encoder.width)

    def new_relation_scorer(self) -> TrainableRelationScorer:
        """A scorer of numerical relations that adds nothing yet; the seed decides what it starts from."""
        with draws_of("relation scorer", self.settings.seed):
            return TrainableRelationScorer(self.settings.relation_training.rank, self.encoder.width)

    def new_model(self, basic: BasicReasoner, plug_in: NumberPlugIn | None) -> NumberInjectedReasoner:
        """A model around a basic reasoner and a number plug-in; starts as the basic reasoner alone."""
        own = self.settings
        return NumberInjectedReasoner(basic, plug_in, own.comprehensive.pruning, sigmoid=own.loss == "bce")

    def features(self, texts: Sequence[str]) -> Tensor:
        """Features of the question classifier, shape (num_texts, 2 * width)."""
        return torch.from_numpy(question_features(self.encoder, texts))

    def ordinal_probability(self, classifier: QuestionClassifier, dataset: Dataset) -> Tensor:
        """p(t = O) of each question of a dataset, shape (num_questions,).

        A probability under `IGNORED` is taken for zero, so that plain questions skip numerical reasoning, as
        the paper says ("only basic reasoning otherwise").
        """
        with torch.inference_mode():
            p = classifier.eval()(self.features([q.question for q in dataset.questions])).sigmoid()
        return torch.where(p < IGNORED, torch.zeros_like(p), p).clone()

    def predict(
        self, model: NumberInjectedReasoner, dataset: Dataset, ordinal: Tensor
    ) -> Iterator[Prediction]:
        """What a model that was trained with these settings says of a dataset, as `ask` answers.

        Args:
            model: the model.
            dataset: the questions.
            ordinal: p(t = O) of each question, shape (num_questions,).

        Returns:
            One prediction a question, in order.
        """
        rank = self.settings.number_data.max_k
        return predict(model, dataset, ordinal, self.kb, device=self.device, trained_rank=rank)


def default_cache() -> Path:
    """The user's cache folder: NUMKBQA_CACHE, else XDG_CACHE_HOME/numkbqa, else ~/.cache/numkbqa."""
    own = os.environ.get("NUMKBQA_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "numkbqa"


def fingerprint(*parts: object) -> str:
    """A short hash of what a stage depends on.

    Args:
        parts: anything whose text says all about it.

    Returns:
        16 hexadecimal digits.
    """
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).hexdigest()[:16]


def torch_device(name: str) -> torch.device:
    """The device of a setting.

    Args:
        name: as torch calls it: "cpu", "cuda".

    Returns:
        The device.

    Raises:
        UserError: torch cannot compute there.
    """
    try:
        probe = torch.ones(1, device=name)
        probe.item()  # "meta" has shapes and no numbers
        return probe.device
    except (RuntimeError, AssertionError) as error:  # torch built without CUDA raises the latter
        raise UserError(
            f"torch cannot compute on the device {name!r}: {str(error).splitlines()[0]}",
            where="setting device",
            remedy="choose `--set device=cpu`, or `cuda` on a machine with a GPU",
        ) from None


def _check_fit(kb: KnowledgeBase, where: Path | None) -> None:
    if not kb.relations:
        raise UserError(
            "the knowledge base has no entity facts",
            where=where,
            remedy="build it from files that relate entities to each other",
        )
    if not kb.numerical_relations:
        raise UserError(
            "the knowledge base has no numerical relation, so there is nothing to rank by",
            where=where,
            remedy="give numbers and dates a datatype (xsd:integer, xsd:date, ...); "
            "`numkbqa kb doctor` shows what it has",
        )
