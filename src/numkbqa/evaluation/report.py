"""The evaluation report: all, ordinal, plain, four cells, basic reasoning alone, exact sort and ceilings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rich.table import Table

from numkbqa.evaluation.metrics import Score, f1_score, hit_at_1, retrieved_set, score
from numkbqa.evaluation.predict import Prediction
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.ordinal import parse_ordinal
from numkbqa.questions.records import Question
from numkbqa.values import Kind

CELLS = ("size_max", "size_min", "time_latest", "time_earliest")


@dataclass(frozen=True, slots=True)
class Row:
    """What one question brought.

    Args:
        question: the question.
        ordinal: whether it counts as ordinal.
        cell: its ordinal cell, or None.
        hit: Hits@1 of the model; `basic` and `exact` those of basic reasoning and the exact sort.
        f1: F1 of the model.
        in_subgraph: whether a gold answer is in G_q; `in_candidates`, among the pruned candidates.
        answers: the model's answers, best first, with their probabilities.
        lost: where a wrong answer was lost, or None.
    """

    question: Question
    ordinal: bool
    cell: str | None
    hit: float
    basic: float
    exact: float
    f1: float
    in_subgraph: bool
    in_candidates: bool
    answers: list[tuple[str, float]] = field(default_factory=list)
    lost: str | None = None

    def to_json(self) -> dict[str, object]:
        """One line of `evaluate --predictions`."""
        return {
            "id": self.question.id,
            "question": self.question.question,
            "ordinal": self.ordinal,
            "cell": self.cell,
            "hit": self.hit,
            "basic_hit": self.basic,
            "exact_sort_hit": self.exact,
            "f1": self.f1,
            "answers": [{"id": entity, "score": p} for entity, p in self.answers],
            "gold": gold_answers(self.question),
            "lost": self.lost,
        }


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """All figures of an evaluation: `rows` holds one a question, `ungraded` counts those without gold."""

    rows: list[Row]
    ungraded: int
    seconds: float

    def score(self, keep: Callable[[Row], bool] = lambda row: True) -> Score:
        """Hits@1 and F1 of the model over the rows kept."""
        kept = [row for row in self.rows if keep(row)]
        return score([row.hit for row in kept], [row.f1 for row in kept])

    def hits(
        self, of: Callable[[Row], float], keep: Callable[[Row], bool] = lambda row: True
    ) -> float | None:
        """Mean of a figure in per cent over the rows kept; None when there is none."""
        kept = [of(row) for row in self.rows if keep(row)]
        return round(100 * sum(kept) / len(kept), 2) if kept else None

    def to_json(self) -> dict[str, object]:
        """The contract of `evaluate --json` (DESIGN section 3)."""
        return {
            "questions": len(self.rows) + self.ungraded,
            "ungraded": self.ungraded,
            "all": self.score().to_json(),
            "ordinal": self.score(lambda row: row.ordinal).to_json(),
            "plain": self.score(lambda row: not row.ordinal).to_json(),
            "cells": {cell: self.score(_in_cell(cell)).to_json() for cell in CELLS},
            "basic": self._both(lambda row: row.basic),
            "exact_sort": self._both(lambda row: row.exact),
            "ceiling": {
                "subgraph": self._both(lambda row: float(row.in_subgraph)),
                "pruned": self._both(lambda row: float(row.in_candidates)),
            },
            "ordinal_hits1_if_candidate": self.hits(
                lambda row: row.hit, lambda row: row.ordinal and row.in_candidates
            ),
            "seconds": round(self.seconds, 2),
        }

    def _both(self, of: Callable[[Row], float]) -> dict[str, float | None]:
        return {"all": self.hits(of), "ordinal": self.hits(of, lambda row: row.ordinal)}

    def table(self, title: str = "Hits@1") -> Table:
        """The figures as a table: basic reasoning, the model and the exact sort, by group of questions."""
        table = Table(title=title)
        for name in (
            "questions",
            "n",
            "basic alone",
            "with numbers",
            "exact sort",
            "in G_q",
            "among candidates",
        ):
            table.add_column(name, justify="left" if name == "questions" else "right")
        groups: list[tuple[str, Callable[[Row], bool]]] = [
            ("all", lambda row: True),
            ("plain", lambda row: not row.ordinal),
            ("ordinal", lambda row: row.ordinal),
            *((cell.replace("_", " "), _in_cell(cell)) for cell in CELLS),
        ]
        for name, keep in groups:
            count = sum(map(keep, self.rows))
            figures = [
                self.hits(of, keep)
                for of in (
                    lambda row: row.basic,
                    lambda row: row.hit,
                    lambda row: row.exact,
                    lambda row: float(row.in_subgraph),
                    lambda row: float(row.in_candidates),
                )
            ]
            table.add_row(name, str(count), *("-" if f is None else f"{f:.1f}" for f in figures))
        return table


def summarise(
    predictions: Sequence[Prediction],
    dropped: Sequence[tuple[Question, str]],
    kb: KnowledgeBase,
    seconds: float,
) -> EvaluationReport:
    """Grade predictions.

    Args:
        predictions: one a question that has an example.
        dropped: questions without example, with the reason; they count as wrong.
        kb: the graph, for ids and kinds.
        seconds: time the predictions took.

    Returns:
        The report.
    """
    rows = [_graded(prediction, kb) for prediction in predictions]
    rows += [_wrong(question, reason) for question, reason in dropped]
    graded = [row for row in rows if row.question.answers]
    return EvaluationReport(graded, len(rows) - len(graded), seconds)


def gold_answers(question: Question) -> list[str]:
    """Gold answers as texts: entity ids, and literals as they stand."""
    return [answer.id if answer.id is not None else str(answer.value) for answer in question.answers]


def is_ordinal(question: Question) -> bool:
    """Whether a question counts as ordinal: by its record, else by the lexicon."""
    return question.ordinal if question.ordinal is not None else parse_ordinal(question.question) is not None


def _graded(prediction: Prediction, kb: KnowledgeBase) -> Row:
    example, gold = prediction.example, set(gold_answers(prediction.question))
    ranking, p = prediction.ranking(), prediction.probabilities
    names = [kb.entity_id(int(example.entities[i])) for i in ranking]

    def first(order: list[int]) -> float:
        return hit_at_1([kb.entity_id(int(example.entities[i])) for i in order[:1]], gold)

    retrieved = retrieved_set(names, [float(p[i]) for i in ranking])
    hit = hit_at_1(names, gold)
    return Row(
        prediction.question,
        is_ordinal(prediction.question),
        _cell(prediction, kb) if is_ordinal(prediction.question) else None,
        hit,
        first(prediction.basic_ranking()),
        first(prediction.exact_ranking()),
        f1_score(retrieved, gold),
        bool(example.answers.any()),
        bool((example.answers & prediction.candidates).any()),
        [(name, round(float(p[i]), 6)) for name, i in zip(names[:10], ranking[:10], strict=True)],
        None if hit else _lost(prediction),
    )


def _lost(prediction: Prediction) -> str:
    example = prediction.example
    if not example.answers.any():
        return (
            "literal answer" if all(a.id is None for a in example.question.answers) else "not in the subgraph"
        )
    if not (example.answers & prediction.candidates).any():
        return "pruned"
    if not is_ordinal(prediction.question):
        return "ranked lower"
    if (example.answers & prediction.winners).any():
        return "the exact sort has it"
    return "wrong relation, direction or candidates"


def _wrong(question: Question, reason: str) -> Row:
    return Row(question, is_ordinal(question), None, 0.0, 0.0, 0.0, 0.0, False, False, [], reason)


def _in_cell(cell: str) -> Callable[[Row], bool]:
    return lambda row: row.cell == cell


def _cell(prediction: Prediction, kb: KnowledgeBase) -> str | None:
    """Size or time by the kind of the chosen relation, and the direction that the lexicon reads."""
    if prediction.cue is None:
        return None
    kind = prediction.cue.kind_hint or Kind.NUMBER
    if prediction.relation is not None:
        kind = kb.numerical_relations[int(prediction.example.numerical_relations[prediction.relation])].kind
    largest = prediction.cue.direction_for(kind).value == "max"
    if kind is Kind.DATE:
        return "time_latest" if largest else "time_earliest"
    return "size_max" if largest else "size_min"
