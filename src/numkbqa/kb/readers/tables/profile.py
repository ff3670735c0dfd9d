"""What the cells of a column look like: how many, how different, how long, and whether they are values."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from numkbqa.kb.readers.tables.raw import RawColumn, RawTable
from numkbqa.kb.staging import Staging
from numkbqa.values import Kind, Literal, Note, Survey, read_literal
from numkbqa.values.datatype import DATE_TYPES, is_measuring, xsd_name

_SAMPLE: Final = 500
_EXACT_ROWS: Final = 100_000
_NO_MEASURE: Final = frozenset({None, Note.NO_VALUE, Note.UNKNOWN_UNIT, Note.NAN, Note.INFINITE})
_MEASURED: Final = 0.5
_SHORT: Final = 60
_SHARE_SEPARATED: Final = 0.05


@dataclass(frozen=True)
class Profile:
    """What the cells of a column look like.

    Args:
        column: the column.
        words: the words of its name, which help to read its dates.
        rows: number of rows of the table.
        filled: number of cells that are not missing; of lists, of their members.
        distinct: number of different ones, approximate in large tables.
        unique: whether every row has a cell of its own.
        length: mean length in characters.
        sample: up to 500 cells, chosen by chance but always the same.
    """

    column: RawColumn
    words: str
    rows: int
    filled: int
    distinct: int
    unique: bool
    length: float
    sample: tuple[str, ...]

    @property
    def measured(self) -> bool:
        """Whether the cells are numbers or dates, dirty ones among them."""
        return self._shares[0] >= _MEASURED

    @property
    def dated(self) -> bool:
        """Whether the cells are dates."""
        return self._shares[1] >= _MEASURED

    @property
    def short(self) -> bool:
        """Whether the cells read like names or categories rather than descriptions and addresses of pages."""
        links = sum("://" in text or "@" in text for text in self.sample)
        return 0 < self.length <= _SHORT and 2 * links < len(self.sample)

    @property
    def separator(self) -> str | None:
        """What separates the members of lists written into one cell ("Action|Comedy"); None without such."""
        if self.measured or self.column.is_list:
            return None
        return next((mark for mark in "|;" if self._separates(mark)), None)

    @cached_property
    def _shares(self) -> tuple[float, float]:
        """Shares of what the sample says that are values at all, and dates."""
        datatype = self.column.datatype
        if datatype is not None:
            return float(is_measuring(datatype)), float(xsd_name(datatype) in DATE_TYPES)
        survey = Survey()
        for text in self.sample:
            survey.see(Literal(text))
        convention = survey.decide(self.words)
        readings = [
            reading
            for reading in (read_literal(Literal(text), convention) for text in self.sample)
            if reading.note is not Note.UNKNOWN_VALUE
        ]
        measured = sum(reading.value is not None or reading.note not in _NO_MEASURE for reading in readings)
        dated = sum(reading.value is not None and reading.value.kind is Kind.DATE for reading in readings)
        return measured / max(1, len(readings)), dated / max(1, len(readings))

    def _separates(self, mark: str) -> bool:
        lists = [text.split(mark) for text in self.sample if mark in text]
        members = [member.strip() for cell in lists for member in cell]
        often = len(lists) >= max(1, _SHARE_SEPARATED * len(self.sample))
        names = all(members) and sum(map(len, members)) <= _SHORT * len(members)
        return often and names and (mark == "|" or len(set(members)) < len(members))


def profile_table(staging: Staging, table: RawTable, words: list[str]) -> dict[str, Profile]:
    """Look at the cells of every column of a table.

    Args:
        staging: the database.
        table: the table.
        words: the words of each column's name.

    Returns:
        The profiles by name of the column.
    """
    named = zip(table.columns, words, strict=True)
    return {column.name: _profile(staging, table, column, text) for column, text in named}


def _profile(staging: Staging, table: RawTable, column: RawColumn, words: str) -> Profile:
    cells = f"(SELECT row, {column.sql} AS cell FROM {table.view} WHERE {column.sql} IS NOT NULL)"
    if column.is_list:
        cells = f"(SELECT row, unnest({column.sql}) AS cell FROM {table.view})"
    count = "count(DISTINCT cell)" if table.rows <= _EXACT_ROWS else "approx_count_distinct(cell)"
    filled, distinct, length = staging.rows(f"SELECT count(cell), {count}, avg(length(cell)) FROM {cells}")[0]
    unique = not column.is_list and filled == table.rows and distinct >= 0.8 * filled
    if unique:
        unique = staging.scalar(f"SELECT count(DISTINCT cell) FROM {cells}") == filled
    sample = staging.rows(
        f"SELECT cell FROM {cells} WHERE cell IS NOT NULL ORDER BY hash(row), cell LIMIT {_SAMPLE}"
    )
    texts = tuple(text for (text,) in sample)
    return Profile(column, words, table.rows, filled, distinct, unique, length or 0.0, texts)
