"""Scoring: predictions that some system wrote, graded by our rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from numkbqa.evaluation.groups import BY_ORDER, ENDS, KINDS, cell_of, in_cells, scores_by_group, shown
from numkbqa.evaluation.metrics import share
from numkbqa.evaluation.modes import NOTHING, Given, Grader, Mode, grader_of, require_gold, rules_of
from numkbqa.evaluation.outputs import Format, Output, read_outputs
from numkbqa.evaluation.references import Reference, align, read_references, told_by, with_gold_of
from numkbqa.kb import KnowledgeBase
from numkbqa.questions.ordinal import parse_ordinal


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """What the prediction of one question is worth.

    Args:
        id: id of the question.
        ordinal: whether it counts as ordinal.
        cell: its ordinal cell, or None.
        hit: Hits@1.
        f1: F1.
        in_candidates: whether a gold answer is among the entities that the prediction names.
        in_subgraph: whether one is in the subgraph of the data set; None where that is not known.
        tied: whether another entity has the probability of the first answer.
        same_as_own: whether Hits@1 and F1 are what the system itself counted; None where it does not say.
        order_by: whether the question's query sorts; None where that is not known.
    """

    id: str
    ordinal: bool
    cell: str | None
    hit: float
    f1: float
    in_candidates: bool
    in_subgraph: bool | None = None
    tied: bool = False
    same_as_own: bool | None = None
    order_by: bool | None = None


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The figures of a file of predictions.

    Args:
        rows: one a question that is graded.
        mode: how they are graded.
        format: who wrote the file.
        ungraded: questions that are not graded, for want of a gold answer.
        dropped: questions without a prediction that the mode leaves out.
    """

    rows: list[ScoredRow]
    mode: Mode
    format: Format
    ungraded: int = 0
    dropped: int = 0

    def to_json(self) -> dict[str, object]:
        """The contract of `score --json`; the groups are those of `evaluate --json`."""
        compared = self._compared_with_own()
        return {
            "mode": str(self.mode),
            "format": str(self.format),
            "questions": len(self.rows) + self.ungraded + self.dropped,
            "ungraded": self.ungraded,
            "dropped": self.dropped,
            "ties": sum(row.tied for row in self.rows),
            **scores_by_group(self.rows),
            "ceiling": {
                "subgraph": self._by_order(_in_subgraph, lambda row: row.in_subgraph is not None),
                "candidates": self._by_order(_in_candidates),
            },
            "hits1_if_candidate": self._by_order(_hit, lambda row: row.in_candidates),
            "own_figures": {"compared": len(compared), "equal": sum(compared)},
        }

    def _compared_with_own(self) -> list[bool]:
        """Of the questions that their system graded itself, whether it came to the same."""
        return [row.same_as_own for row in self.rows if row.same_as_own is not None]

    def _by_order(
        self, of: Callable[[ScoredRow], float], among: Callable[[ScoredRow], bool] = lambda row: True
    ) -> dict[str, float | None]:
        rows = [row for row in self.rows if among(row)]
        return {name: share([of(row) for row in rows if keep(row)]) for name, keep in BY_ORDER.items()}

    def table(self) -> Table:
        """The figures as a table, by group of questions."""
        subgraphs = any(row.in_subgraph is not None for row in self.rows)
        columns = _COLUMNS | ({"in G_q": _in_subgraph} if subgraphs else {})
        table = Table(title=f"{self.format} predictions, graded by the mode `{self.mode}`")
        for name in ("questions", "n", *columns):
            table.add_column(name, justify="left" if name == "questions" else "right")
        for name, keep in self._groups().items():
            rows = [row for row in self.rows if keep(row)]
            figures = [share([of(row) for row in rows]) for of in columns.values()]
            table.add_row(name, str(len(rows)), *("-" if f is None else f"{f:.1f}" for f in figures))
        return table

    def _groups(self) -> dict[str, Callable[[ScoredRow], bool]]:
        return {**shown(self.rows), **{name: in_cells(*both) for name, both in (ENDS | KINDS).items()}}

    def notes(self) -> list[str]:
        """What a reader of the table should know, a sentence each."""
        compared = self._compared_with_own()
        counts = {
            "no gold answer, left out": self.ungraded,
            "no prediction, left out": self.dropped,
            "first place shared": sum(row.tied for row in self.rows),
        }
        told = [f"{what}: {count} questions" for what, count in counts.items() if count]
        if compared:
            told.append(f"graded as the system graded itself: {sum(compared)} of {len(compared)} questions")
        return told


def score_predictions(
    file: Path,
    questions: Path | None = None,
    *,
    mode: Mode | str = Mode.STRICT,
    kb: KnowledgeBase | None = None,
) -> ScoreReport:
    """Grade a file of predictions.

    Args:
        file: the predictions, see `outputs.py`.
        questions: the questions that they are of; None takes what the predictions tell of them. When none of
            the file has a gold answer, those of the predictions count.
        mode: how to grade. The official mode grades each system by the rules of its own public evaluator.
        kb: the graph that knows the names of entities, for the mode `name`.

    Returns:
        The report.

    Raises:
        UserError: a file is wrong, both do not belong together, or there is no such mode.
    """
    mode = rules_of(mode).mode
    form, pairs = _read(file, questions)
    require_gold([reference.question for reference, _ in pairs], [questions or file])
    official = mode is Mode.OFFICIAL
    kept = [pair for pair in pairs if not official or pair[1] is not None]
    graded = [pair for pair in kept if official or pair[0].gold]
    grade = grader_of(mode, kb)
    rows = [_row(reference, output, form, grade) for reference, output in graded]
    return ScoreReport(rows, mode, form, len(kept) - len(graded), len(pairs) - len(kept))


def _read(file: Path, questions: Path | None) -> tuple[Format, list[tuple[Reference, Output | None]]]:
    if questions is None:
        form, outputs = read_outputs(file)
        return form, list(zip(told_by(outputs, file), outputs, strict=True))
    references, entities = read_references(questions)
    form, outputs = read_outputs(file, entities)
    pairs = align(form, outputs, references, file)
    # a file without any answer says what the questions are, and leaves the answers to the predictions
    told = any(reference.gold for reference in references)
    return form, pairs if told else [(with_gold_of(reference, output), output) for reference, output in pairs]


def _row(reference: Reference, output: Output | None, form: Format, grade: Grader) -> ScoredRow:
    question = reference.question
    # GRAFT-Net's script holds gold answers as a set, and its file names the whole subgraph
    graft_net = form is Format.GRAFT_NET
    gold = tuple(dict.fromkeys(reference.gold)) if graft_net else reference.gold
    found = grade(NOTHING if output is None else output.given, gold)
    ordinal = question.is_ordinal
    cell = (output and output.cell) or cell_of(parse_ordinal(question.question))
    named = output is not None and bool(gold) and _names_gold(output, gold, grade)
    return ScoredRow(
        question.id,
        ordinal,
        cell if ordinal else None,
        found.hit,
        found.f1,
        named,
        named if graft_net and reference.in_subgraph is None else reference.in_subgraph,
        output is not None and output.tied,
        None if output is None or output.own is None else found == output.own,
        question.order_by,
    )


def _names_gold(output: Output, gold: Sequence[str], grade: Grader) -> bool:
    return grade(Given(None, output.candidates), gold).f1 > 0


def _hit(row: ScoredRow) -> float:
    return row.hit


def _in_subgraph(row: ScoredRow) -> float:
    return float(bool(row.in_subgraph))


def _in_candidates(row: ScoredRow) -> float:
    return float(row.in_candidates)


_COLUMNS: dict[str, Callable[[ScoredRow], float]] = {
    "Hits@1": _hit,
    "F1": lambda row: row.f1,
    "among candidates": _in_candidates,
}
