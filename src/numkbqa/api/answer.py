"""Answers as Python objects: the document of `ask --json`, typed, with its evidence as a table of pandas."""

from typing import TYPE_CHECKING, Any

from numkbqa.answering import schema
from numkbqa.errors import UserError

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("rank", "id", "label", "value", "lexical", "held_at")
DATE = "date"


class Evidence(schema.Evidence):
    """The numbers that were compared, and the facts that lead to the answer."""

    def to_pandas(self) -> "pd.DataFrame":
        """The rows as a table, best rank first; `attrs` holds `relation`, `kind` and `unit`.

        Returns:
            Columns rank, id, label, value (text), number (float), lexical and held_at. The number is missing
            for dates, since pandas knows no date of which only the year is known and none before 1677, and
            for values that are ranges.

        Raises:
            UserError: pandas is not installed.
        """
        try:
            import pandas as pd  # noqa: PLC0415 - an optional package
        except ImportError:
            remedy = 'pip install "numkbqa[pandas]"'
            raise UserError("a table of pandas was asked for, and pandas is missing", remedy=remedy) from None
        records: list[dict[str, Any]] = [row.model_dump(include=set(COLUMNS)) for row in self.rows]
        table = pd.DataFrame.from_records(records, columns=list(COLUMNS))
        numbers = pd.to_numeric(table["value"], errors="coerce").astype("float64")
        table.insert(COLUMNS.index("value") + 1, "number", float("nan") if self.kind == DATE else numbers)
        table.attrs = {"relation": self.relation, "kind": self.kind, "unit": self.unit}
        return table


class Answer(schema.AnswerDocument):
    """The answer to one question."""

    evidence: Evidence

    @property
    def best(self) -> schema.AnswerItem | None:
        """The first answer; None when there is none."""
        return next(iter(self.answers), None)
