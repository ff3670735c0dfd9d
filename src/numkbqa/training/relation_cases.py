"""What the scorer of numerical relations is trained on: questions with the relations that may be right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numkbqa.questions.pseudo import PseudoQuestion
from numkbqa.questions.records import Question
from numkbqa.retrieval.examples import ExampleBuilder
from numkbqa.retrieval.relations.features import QuestionView
from numkbqa.retrieval.subgraph import Subgraph, SubgraphRetriever
from numkbqa.training.weak_labels import Neighbourhood, right_relations

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RelationCase:
    """One wording of a question with the numerical relations of its subgraph.

    Args:
        question: its text, the same for all wordings.
        made: whether it is a pseudo question.
        relations: KB numerical relation numbers, shape (num_present,).
        right: which of them may be the right one; at least one, but not all, shape (num_present,).
        focused: focused score of each, shape (num_present,).
        support: logarithm of the number of values of each, shape (num_present,).
        features: shape (num_present, num_features).
        query: unit vector of the focused query, shape (width,).
    """

    question: str
    made: bool
    relations: Ints
    right: Bools
    focused: Floats
    support: Floats
    features: Vectors
    query: Vectors


@dataclass(frozen=True, slots=True)
class _Labelled:
    question: Question
    made: bool
    present: Ints
    support: Floats
    right: Bools


def relation_cases(
    builder: ExampleBuilder,
    questions: Sequence[Question],
    dropouts: Sequence[float] = (0.0,),
    *,
    seed: int = 0,
) -> list[RelationCase]:
    """Label real questions by `right_relations`.

    Args:
        builder: linking and retrieval.
        questions: real questions; those without a label, or whose relations are all right, give no case.
        dropouts: one wording each: share of the words left out; 0 takes the wording as it is.
        seed: decides which words.

    Returns:
        The cases, wording by wording.
    """
    rows = (
        _labelled(builder, question, graph, _right(builder, question, graph), made=False)
        for question, graph in _subgraphs(builder, questions)
    )
    return _cases(builder, [row for row in rows if row is not None], dropouts, seed)


def pseudo_relation_cases(
    builder: ExampleBuilder,
    questions: Sequence[PseudoQuestion],
    dropouts: Sequence[float] = (0.0,),
    *,
    seed: int = 0,
) -> list[RelationCase]:
    """Label pseudo questions by the relation that they were made of.

    Args:
        builder: linking and retrieval.
        questions: pseudo questions; plain ones give no case.
        dropouts: see `relation_cases`.
        seed: see `relation_cases`.

    Returns:
        The cases, wording by wording.
    """
    ordinal = [made for made in questions if made.relation >= 0]
    graphs = _subgraphs(builder, [made.question for made in ordinal])
    rows = (
        _labelled(builder, question, graph, {made.relation}, made=True)
        for made, (question, graph) in zip(ordinal, graphs, strict=True)
    )
    return _cases(builder, [row for row in rows if row is not None], dropouts, seed)


def _right(builder: ExampleBuilder, question: Question, graph: Subgraph) -> set[int]:
    return right_relations(builder.kb, question, Neighbourhood.of_subgraph(graph))


def _subgraphs(builder: ExampleBuilder, questions: Sequence[Question]) -> Iterator[tuple[Question, Subgraph]]:
    retriever = SubgraphRetriever(builder.kb, builder.settings)
    for question, fit in zip(questions, builder.relevance(questions), strict=True):
        topics = np.array([link.entity for link in builder.link(question)], dtype=np.int64)
        yield question, retriever.retrieve(topics, fit)


def _labelled(
    builder: ExampleBuilder, question: Question, graph: Subgraph, right: set[int], *, made: bool
) -> _Labelled | None:
    present, counts = np.unique(builder.kb.numbers_of(graph.entities).relation, return_counts=True)
    chosen = np.isin(present, list(right))
    if not chosen.any() or chosen.all():
        return None
    return _Labelled(question, made, present.astype(np.int64), np.log(counts), chosen)


def _cases(
    builder: ExampleBuilder, rows: Sequence[_Labelled], dropouts: Sequence[float], seed: int
) -> list[RelationCase]:
    retriever, cases = builder.relations, []
    for dropout in dropouts:
        queries, asked = _wordings(builder, [row.question for row in rows], dropout, seed)
        views, focused = retriever.views(queries, asked), retriever.focused(queries)
        cases += [
            _case(row, view, fit.numerical, retriever.features.of(view))
            for row, view, fit in zip(rows, views, focused, strict=True)
        ]
    return cases


def _case(row: _Labelled, view: QuestionView, focused: Floats, features: Vectors) -> RelationCase:
    present = row.present
    return RelationCase(
        row.question.question,
        row.made,
        present,
        row.right,
        focused[present],
        row.support,
        features[present],
        view.query_vector,
    )


def _wordings(
    builder: ExampleBuilder, questions: Sequence[Question], dropout: float, seed: int
) -> tuple[list[str], list[str]]:
    """Queries and questions, with words left out of both alike."""
    queries, asked = builder.queries(questions), [question.question for question in questions]
    if not dropout:
        return queries, asked
    generator = np.random.default_rng(seed)
    for i in range(len(queries)):
        words = sorted(set(asked[i].split()))
        lost = {word for word, u in zip(words, generator.random(len(words)), strict=True) if u < dropout}
        queries[i], asked[i] = _without(queries[i], lost), _without(asked[i], lost)
    return queries, asked


def _without(text: str, lost: set[str]) -> str:
    return " ".join(word for word in text.split() if word not in lost) or text
