"""Formats without types: which relations of untyped facts have numbers for tails, and which entities."""

from collections.abc import Sequence
from typing import Final

from numkbqa.kb.staging import Staging
from numkbqa.values import Note, Reading, Survey, read_literal
from numkbqa.values.date import parse_plain_date
from numkbqa.values.literal import Literal
from numkbqa.values.number import parse_plain_number

MIN_SHARE: Final = 0.9
MIN_DISTINCT: Final = 2
FEW: Final = 4
"""From so many values on, a single text among them does not make a relation text."""
SAMPLE: Final = 500
"""So many distinct texts of a large relation are looked at first."""

HOPELESS_SHARE: Final = 0.5
"""A relation with a smaller share of values in its sample is not read to its end."""


def settle_untyped(staging: Staging) -> None:
    """Turn the untyped facts of a graph into facts or literals, relation by relation (open point A15).

    The tails of a relation are literals when at least 90 % of the distinct ones read as numbers or dates, or
    all but one where four or more do, at least two of them differ, none of them has a name or is itself the
    head of a fact, and its heads do not read as numbers too (then the ids of the graph are numbers).

    Args:
        staging: the graph; its table `untyped` is emptied into `fact` and `literal`.
    """
    if not staging.scalar("SELECT count(*) FROM untyped"):
        return
    literal = [relation for relation in _possible(staging) if _holds_literals(staging, relation)]
    staging.execute(
        "CREATE OR REPLACE TEMP TABLE literal_relation AS SELECT unnest(?::VARCHAR[]) AS name", [literal]
    )
    chosen = "relation IN (SELECT name FROM literal_relation)"
    staging.execute(
        "INSERT INTO literal SELECT head, relation, tail, NULL, NULL, 0, NULL, source, line"
        f" FROM untyped WHERE {chosen}"
    )
    staging.execute(f"INSERT INTO fact SELECT head, relation, tail FROM untyped WHERE NOT {chosen}")
    staging.execute("DELETE FROM untyped")


def _possible(staging: Staging) -> list[str]:
    """Relations none of whose tails is an entity for certain: the head of a fact, or a thing with a name."""
    entities = (
        "SELECT head AS thing FROM untyped UNION ALL SELECT head FROM fact UNION ALL SELECT tail FROM fact"
        " UNION ALL SELECT entity FROM literal UNION ALL SELECT thing FROM name"
    )
    ruled_out = f"SELECT DISTINCT relation FROM untyped SEMI JOIN ({entities}) ON tail = thing"
    found = staging.rows(
        f"SELECT DISTINCT relation FROM untyped ANTI JOIN ({ruled_out}) AS known USING (relation)"
        " ORDER BY relation"
    )
    return [relation for (relation,) in found]


def _holds_literals(staging: Staging, relation: str) -> bool:
    tails = "SELECT DISTINCT tail AS text FROM untyped WHERE relation = ?"
    sample = _texts(staging, f"{tails} ORDER BY hash(text) LIMIT {SAMPLE}", relation)
    if value_share(read_together(sample)) < HOPELESS_SHARE:
        return False
    texts = sample if len(sample) < SAMPLE else _texts(staging, tails, relation)
    readings = read_together(texts)
    if not _mostly_values(readings) or _distinct_values(readings) < MIN_DISTINCT:
        return False
    heads = _texts(staging, "SELECT DISTINCT head FROM untyped WHERE relation = ?", relation)
    return not any(_is_plain_value(head) for head in heads)


def read_together(texts: Sequence[str]) -> list[Reading]:
    """Read untyped texts in the conventions of all of them.

    Args:
        texts: the texts.

    Returns:
        Their readings, shape (num_texts,).
    """
    survey = Survey()
    for text in texts:
        survey.see(Literal(text))
    convention = survey.decide("")
    return [read_literal(Literal(text), convention) for text in texts]


def value_share(readings: Sequence[Reading]) -> float:
    """Share of values among the readings that say something.

    Args:
        readings: of texts.

    Returns:
        0 to 1; 0 when none of them says anything.
    """
    telling = sum(reading.note is not Note.UNKNOWN_VALUE for reading in readings)
    return sum(reading.value is not None for reading in readings) / max(telling, 1)


def _mostly_values(readings: Sequence[Reading]) -> bool:
    values = sum(reading.value is not None for reading in readings)
    texts = sum(reading.value is None and reading.note is not Note.UNKNOWN_VALUE for reading in readings)
    return value_share(readings) >= MIN_SHARE or (values >= FEW and texts <= 1)


def _is_plain_value(text: str) -> bool:
    return parse_plain_number(text) is not None or parse_plain_date(text) is not None


def _texts(staging: Staging, sql: str, relation: str) -> list[str]:
    (column,) = staging.columns(sql, [relation]).values()
    texts: list[str] = column.tolist()
    return texts


def _distinct_values(readings: Sequence[Reading]) -> int:
    values = (reading.value for reading in readings)
    return len({(value.low, value.high) for value in values if value is not None})
