"""The evaluation report: groups of questions, basic reasoning alone, exact sort and ceilings."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from rich.table import Table

from numkbqa.evaluation.gold import ValueAnswer, gold_answers, has_literal
from numkbqa.evaluation.groups import BY_ORDER, score_of, scores_by_group, shown
from numkbqa.evaluation.metrics import Score, share
from numkbqa.evaluation.modes import Mode, Rules
from numkbqa.evaluation.reliability import Reliability
from numkbqa.questions.records import Question


@dataclass(frozen=True, slots=True)
class Row:
    """What one question brought.

    Args:
        question: the question.
        ordinal: whether it counts as ordinal.
        cell: its ordinal cell, or None.
        hit: Hits@1 of the model; `basic` and `exact` those of basic reasoning and the exact sort.
        f1: F1 of the model.
        in_subgraph: whether a gold answer is in G_q; `in_candidates`, among the pruned candidates. A literal
            that was answered right counts as both.
        answers: the model's answers, best first, with their probabilities.
        lost: where a wrong answer was lost, a `Lost` or the reason why there is no example; None when right.
        values: what was answered instead of entities, when the question was read as asking for a value.
        mass: probability mass of the first entity, or None without one.
        confidence: calibrated probability that the first entity is right; None without a calibration, and
            where values are answered.
        retrieved: the answers that F1 is taken over, values by the gold answer that they equal.
        tied: whether another entity has the probability of the first one.
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
    values: tuple[ValueAnswer, ...] = ()
    mass: float | None = None
    confidence: float | None = None
    retrieved: tuple[str, ...] = ()
    tied: bool = False

    @property
    def order_by(self) -> bool | None:
        """Whether the question's query sorts; None where that is not known."""
        return self.question.order_by

    @property
    def asks_value(self) -> bool:
        """Whether a literal is among the gold answers."""
        return has_literal(self.question)

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
            "values": [{"value": one.text, "unit": one.unit} for one in self.values],
            "retrieved": list(self.retrieved),
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "gold": gold_answers(self.question),
            "lost": self.lost,
        }


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """All figures of an evaluation.

    Args:
        rows: one a question that is graded.
        ungraded: how many questions are not, for want of a gold answer.
        seconds: time the predictions took.
        rules: how they are graded.
        dropped: how many questions the mode leaves out for want of a topic entity.
    """

    rows: list[Row]
    ungraded: int
    seconds: float
    rules: Rules = field(default_factory=Rules)
    dropped: int = 0

    def score(self, keep: Callable[[Row], bool] = lambda row: True) -> Score:
        """Hits@1 and F1 of the model over the rows kept."""
        return score_of(row for row in self.rows if keep(row))

    def hits(
        self, of: Callable[[Row], float], keep: Callable[[Row], bool] = lambda row: True
    ) -> float | None:
        """Mean of a figure in per cent over the rows kept; None when there is none."""
        return share([of(row) for row in self.rows if keep(row)])

    def to_json(self) -> dict[str, object]:
        """The contract of `evaluate --json` (docs/architecture.md, "Contracts")."""
        return {
            "mode": str(self.rules.mode),
            "n_max": self.rules.n_max,
            "questions": len(self.rows) + self.ungraded + self.dropped,
            "ungraded": self.ungraded,
            "dropped": self.dropped,
            "ties": sum(row.tied for row in self.rows),
            **scores_by_group(self.rows),
            "values": self.score(_asks_value).to_json(),
            "basic": self._both(lambda row: row.basic),
            "exact_sort": self._both(lambda row: row.exact),
            "ceiling": {
                "subgraph": self._both(lambda row: float(row.in_subgraph)),
                "pruned": self._both(lambda row: float(row.in_candidates)),
            },
            "ordinal_hits1_if_candidate": self.hits(
                lambda row: row.hit, lambda row: row.ordinal and row.in_candidates
            ),
            "lost": {name: self.lost(keep) for name, keep in BY_ORDER.items()},
            "calibration": self.reliability().to_json(),
            "seconds": round(self.seconds, 2),
        }

    def lost(self, keep: Callable[[Row], bool] = lambda row: True) -> dict[str, int]:
        """Count where wrong answers were lost over the rows kept, the commonest first."""
        counts = Counter(row.lost for row in self.rows if row.lost is not None and keep(row))
        return {str(kind): n for kind, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))}

    def reliability(self) -> Reliability:
        """Confidence beside what came true, over the rows with an entity for an answer, given and gold."""
        rows = [row for row in self.rows if row.mass is not None and not row.values and _has_entity(row)]
        known = [row.confidence for row in rows if row.confidence is not None]
        calibrated = known if known and len(known) == len(rows) else None
        return Reliability(calibrated, [row.mass or 0.0 for row in rows], [row.hit for row in rows])

    def _both(self, of: Callable[[Row], float]) -> dict[str, float | None]:
        return {"all": self.hits(of), "ordinal": self.hits(of, lambda row: row.ordinal)}

    def tables(self) -> list[Table]:
        """All that is shown to a reader: Hits@1 by group, where answers were lost, and confidence."""
        return [self.table(), *([self.lost_table()] if self.lost() else []), self.confidence_table()]

    def table(self) -> Table:
        """The figures as a table: basic reasoning, the model and the exact sort, by group of questions."""
        mode = self.rules.mode
        table = Table(
            title="Hits@1" if mode is Mode.STRICT else f"Hits@1, graded by the mode `{mode}`",
            caption=self._left_out(),
        )
        for name in ("questions", "n", *_COLUMNS):
            table.add_column(name, justify="left" if name == "questions" else "right")
        for name, keep in self._groups().items():
            figures = [self.hits(of, keep) for of in _COLUMNS.values()]
            table.add_row(name, str(sum(map(keep, self.rows))), *map(_shown, figures))
        return table

    def lost_table(self) -> Table:
        """Where wrong answers were lost, the commonest first."""
        table = Table(title="Wrong answers, by where they were lost")
        table.add_column("lost")
        for name in BY_ORDER:
            table.add_column(name, justify="right")
        counts = {name: self.lost(keep) for name, keep in BY_ORDER.items()}
        for kind in counts["all"]:
            table.add_row(kind, *(str(counts[name].get(kind, 0)) for name in BY_ORDER))
        return table

    def confidence_table(self) -> Table:
        """How far confidence can be trusted."""
        found = self.reliability().to_json()
        table = Table(title=f"Confidence over {found['n']} questions")
        for name in ("", "calibration error", "Brier score"):
            table.add_column(name, justify="left" if not name else "right")
        for name, kind in (("calibrated", ""), ("mass of the first answer", "_uncalibrated")):
            figures = (found[f"{figure}{kind}"] for figure in ("ece", "brier"))
            table.add_row(name, *("-" if f is None else f"{f:.3f}" for f in figures))
        return table

    def _left_out(self) -> str | None:
        """The questions that no figure is about, in words."""
        counts = {"without gold answer": self.ungraded, "without topic entity": self.dropped}
        told = [f"{count} {why}" for why, count in counts.items() if count]
        return f"left out: {', '.join(told)}" if told else None

    def _groups(self) -> dict[str, Callable[[Row], bool]]:
        values = {"values": _asks_value} if any(map(_asks_value, self.rows)) else {}
        return {**shown(self.rows), **values}


def _asks_value(row: Row) -> bool:
    return row.asks_value


def _has_entity(row: Row) -> bool:
    return any(answer.id is not None for answer in row.question.answers)


def _shown(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.1f}"


_COLUMNS: dict[str, Callable[[Row], float]] = {
    "basic alone": lambda row: row.basic,
    "with numbers": lambda row: row.hit,
    "exact sort": lambda row: row.exact,
    "in G_q": lambda row: float(row.in_subgraph),
    "among candidates": lambda row: float(row.in_candidates),
}
