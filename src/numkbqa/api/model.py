"""A trained model with its graph, as Python code uses it."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Literal, Self, cast

from numkbqa.answering import Answerer, Asked
from numkbqa.answering import load as load_answerer
from numkbqa.api.answer import Answer
from numkbqa.api.explain import explain
from numkbqa.api.explained import Explanation
from numkbqa.doctor import Diagnosis, examine
from numkbqa.errors import UserError
from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.lookup import EntityHit, EntityRecord, LinkedMention, Lookup, Ranking, RelationRecord
from numkbqa.questions.examples import example_questions

AT_ONCE = 32
"""Questions of `ask_batch` that are answered together: more of them take more memory and no less time."""


class Model:
    """Answers questions about a graph and looks things up in it; nothing of it changes the graph.

    Threads may share a model: questions take turns, lookups run beside them. Processes may not: each opens
    the folder itself, which costs little memory, since the graph is mapped and shared.

    Args:
        answerer: an open system; `numkbqa.load` opens a folder.
    """

    def __init__(self, answerer: Answerer) -> None:
        # the lookup is made now: threads that start together would each read the names of the graph
        lookup = Lookup(answerer.system.kb, answerer.system.workbench.builder.linker)
        self._parts: tuple[Answerer, Lookup] | None = (answerer, lookup)
        self._diagnosis: Diagnosis | None = None
        self._examining = Lock()

    @property
    def answerer(self) -> Answerer:
        """What answers the questions."""
        return self._open()[0]

    @property
    def lookup(self) -> Lookup:
        """What can be asked of the graph without the model."""
        return self._open()[1]

    @property
    def kb(self) -> EmbeddedKnowledgeBase:
        """The graph."""
        return cast(EmbeddedKnowledgeBase, self.answerer.system.kb)  # a model folder names no other kind

    def ask(self, question: str, *, k: int = 5, topics: Sequence[str] = ()) -> Answer:
        """Answer one question.

        Args:
            question: the question in natural language.
            k: how many answers to give at most; tied winners, lists and values are always given whole.
            topics: ids of the entities that it is about; those that its text mentions by default.

        Returns:
            The answer with its evidence, a question back, or the reason for abstaining.

        Raises:
            UserError: the question is empty, k is less than 1, or the graph does not hold one of the topics.
            TypeError: the topics are one text.
        """
        _refuse_text("topics", topics)
        return _typed(self.answerer.ask(question, k, topics).to_json())

    def ask_batch(self, questions: Iterable[str | Asked], *, k: int = 5) -> list[Answer | UserError]:
        """Answer many questions in less time than one after the other.

        Args:
            questions: texts, or `Asked` for a question with its own k and topics.
            k: how many answers to give at most to each text.

        Returns:
            For each question its answer, or the error that says what is wrong with it; the others are
            answered all the same.

        Raises:
            TypeError: the questions are one text.
        """
        _refuse_text("questions", questions)
        asked = [Asked(one, k) if isinstance(one, str) else one for one in questions]
        found = [
            answer
            for start in range(0, len(asked), AT_ONCE)
            for answer in self.answerer.ask_all(asked[start : start + AT_ONCE])
        ]
        return [one if isinstance(one, UserError) else _typed(one.to_json()) for one in found]

    def search(self, text: str, limit: int = 10) -> list[EntityHit]:
        """Find entities by the beginning of a name; see `Lookup.search`."""
        return self.lookup.search(text, limit)

    def entity(self, entity_id: str, limit: int = 50) -> EntityRecord:
        """Tell what is known of an entity; see `Lookup.entity`."""
        return self.lookup.entity(entity_id, limit)

    def relations(self, text: str = "", limit: int = 100, offset: int = 0) -> list[RelationRecord]:
        """List the numerical relations, which entities can be ranked by; see `Lookup.relations`."""
        return self.lookup.relations(text, limit, offset)

    def rank(
        self,
        relation: str,
        *,
        of: str | None = None,
        entities: Sequence[str] = (),
        direction: Literal["max", "min"] = "max",
        k: int = 1,
        count: int = 10,
    ) -> Ranking:
        """Rank a class or a list of entities by a numerical relation; see `Lookup.rank`."""
        _refuse_text("entities", entities)
        return self.lookup.rank(relation, of=of, entities=entities, direction=direction, k=k, count=count)

    def link(self, text: str) -> list[LinkedMention]:
        """Find the entities that a text mentions; see `Lookup.link`."""
        return self.lookup.link(text)

    def explain(self, question: str, entity: str, *, topics: Sequence[str] = ()) -> Explanation:
        """Say why an entity is the answer to a question, or why it is not.

        Args:
            question: the question in natural language.
            entity: id or name of the entity; of several that are called so, one that was retrieved.
            topics: ids of the entities that the question is about; those that its text mentions by default.

        Returns:
            How far the entity came, with its rank, its value and the rows beside it.

        Raises:
            UserError: the question is empty, or the graph does not hold the entity or one of the topics.
            TypeError: the topics are one text.
        """
        _refuse_text("topics", topics)
        return explain(self.answerer, question, entity, topics)

    def doctor(self) -> dict[str, Any]:
        """Examine whether the graph is fit for ordinal questions; see `diagnosis`.

        Returns:
            The document of `numkbqa kb doctor --json`.
        """
        return self.diagnosis().as_dict()

    def diagnosis(self) -> Diagnosis:
        """Examine the graph once, in seconds, of a large graph minutes; later calls are told the same.

        Returns:
            What the doctor found.
        """
        kb = self.kb
        with self._examining:
            if self._diagnosis is None:
                self._diagnosis = examine(kb, kb.report)
            return self._diagnosis

    def example_questions(self, n: int = 5, seed: int = 0) -> list[str]:
        """Make ordinal questions that the graph has an answer to, those first that a person would ask.

        Args:
            n: how many; fewer come when the graph has no more.
            seed: the same seed gives the same questions.

        Returns:
            Texts, no two alike.
        """
        wording = self.answerer.system.workbench.settings.augmentation
        return example_questions(
            self.kb,
            count=n,
            seed=seed,
            templates=wording.templates,
            max_k=wording.max_k,
            max_candidates=wording.max_candidates,
        )

    def close(self) -> None:
        """Let go of the graph and the parameters; the model cannot be asked any more."""
        self._parts = None

    def _open(self) -> tuple[Answerer, Lookup]:
        if self._parts is None:
            raise ValueError("this model is closed")
        return self._parts

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_model(folder: Path | str) -> Model:
    """Open a model folder; `numkbqa.load` is the same.

    Args:
        folder: written by `numkbqa train`.

    Returns:
        The model.

    Raises:
        UserError: it is no model, or its graph moved or is another one.
    """
    return Model(load_answerer(folder))


def _refuse_text(name: str, given: object) -> None:
    """Refuse one text where a list of texts belongs: it would be taken for a list of its letters."""
    if isinstance(given, str):
        raise TypeError(f"{name} is one text; give a list: {name}=[{given[:50]!r}]")


def _typed(document: dict[str, Any]) -> Answer:
    return Answer.model_validate(document)
