"""The last step of a build: the numbered and sorted tables of the staging database into arrays on disk."""

from typing import Final

import numpy as np

from numkbqa.kb.arrays import ArrayWriter, GrowingStrings, Starts
from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.relation_text import relation_text
from numkbqa.kb.staging import Staging

NONE: Final = -1
"""Stands for an absent text, source or line."""


def write_tables(staging: Staging, writer: ArrayWriter, *, num_entities: int) -> list[str]:
    """Write all arrays of a store; equal graphs give equal arrays, whatever the order of their sources.

    Args:
        staging: the graph, encoded and with its values settled.
        writer: where to.
        num_entities: number of entities.

    Returns:
        The reasons for which values were set aside, as `aside.reason` numbers them.
    """
    _write_strings(staging, writer, "entity", "thing", "name")
    _write_facts(staging, writer, num_entities)
    _write_classes(staging, writer, num_entities)
    _write_names(staging, writer, num_entities)
    _write_events(staging, writer, num_entities)
    _make_numbers(staging)
    _write_numbers(staging, writer, num_entities)
    return _write_aside(staging, writer)


def _write_strings(staging: Staging, writer: ArrayWriter, array: str, table: str, column: str) -> None:
    with GrowingStrings(writer, array) as strings:
        for chunk in staging.chunks(table, column):
            strings.append(chunk[column].tolist())


def _write_facts(staging: Staging, writer: ArrayWriter, num_entities: int) -> None:
    for side, key, other in (("out", "head", "tail"), ("in", "tail", "head")):
        starts = Starts(num_entities)
        with (
            writer.open(f"{side}.relation", np.int32) as relations,
            writer.open(f"{side}.{other}", np.int32) as others,
        ):
            for chunk in staging.chunks(f"{side}_fact", f"{key}, relation, {other}"):
                starts.count(chunk[key])
                relations.append(chunk["relation"])
                others.append(chunk[other])
        writer.write(f"{side}.start", starts.rows())


def _write_classes(staging: Staging, writer: ArrayWriter, num_entities: int) -> None:
    """Classes of each entity, and names for the classes that have none."""
    staging.execute(
        "CREATE TABLE class_member AS SELECT DISTINCT head, tail FROM out_fact WHERE relation IN ("
        " SELECT rowid FROM fact_relation WHERE name IN (SELECT unnest(?::VARCHAR[]))) ORDER BY head, tail",
        [sorted(TYPE_RELATIONS)],
    )
    starts, is_class = Starts(num_entities), np.zeros(num_entities, np.bool_)
    with writer.open("type.class", np.int32) as classes:
        for chunk in staging.chunks("class_member", "head, tail"):
            starts.count(chunk["head"])
            classes.append(chunk["tail"])
            is_class[chunk["tail"]] = True
    writer.write("type.start", starts.rows())
    writer.write("is_class", is_class)
    unnamed = staging.columns(
        "SELECT thing.name AS name FROM thing SEMI JOIN class_member ON thing.rowid = tail"
        " ANTI JOIN named ON thing.name = named.thing"
    )["name"].tolist()
    for name in unnamed:
        staging.execute("INSERT INTO named VALUES (?, ?, (0, 0, ''))", [name, relation_text(name)])


def _write_names(staging: Staging, writer: ArrayWriter, num_entities: int) -> None:
    staging.execute(
        "CREATE TABLE entity_name AS SELECT thing.rowid::INTEGER AS entity, text"
        " FROM named JOIN thing ON named.thing = thing.name ORDER BY entity, preference, text"
    )
    starts = Starts(num_entities)
    with GrowingStrings(writer, "name") as names:
        for chunk in staging.chunks("entity_name", "entity, text"):
            starts.count(chunk["entity"])
            names.append(chunk["text"].tolist())
    writer.write("name.start", starts.rows())


def _write_events(staging: Staging, writer: ArrayWriter, num_entities: int) -> None:
    is_event = np.zeros(num_entities, np.bool_)
    found = staging.columns("SELECT thing.rowid AS entity FROM thing SEMI JOIN event ON name = id")
    is_event[found["entity"]] = True
    writer.write("is_event", is_event)


def _make_numbers(staging: Staging) -> None:
    """Numeric facts, equal ones merged; of those that differ in their text only, one text is kept."""
    staging.execute(
        """
        CREATE TABLE number AS SELECT entity, relation, low, high, precision, lexical, held FROM (
            SELECT valued.*, held, row_number() OVER (
                PARTITION BY entity, relation, low, high ORDER BY lexical, held_low DESC NULLS LAST) AS copy
            FROM valued LEFT JOIN held USING (held_at) WHERE reason IS NULL)
        WHERE copy = 1 ORDER BY entity, relation, low, high
        """
    )
    staging.execute(
        """
        CREATE TABLE aside AS
        SELECT entity, relation, reason, lexical, held, min(source) AS source, arg_min(line, source) AS line
        FROM valued LEFT JOIN held USING (held_at) WHERE reason IS NOT NULL
        GROUP BY entity, relation, reason, lexical, held ORDER BY entity, relation, reason, lexical, held
        """
    )
    staging.execute(
        "CREATE TABLE lexical AS SELECT DISTINCT text FROM (SELECT lexical AS text FROM number UNION ALL"
        " SELECT held FROM number UNION ALL SELECT lexical FROM aside UNION ALL SELECT held FROM aside)"
        " WHERE text IS NOT NULL ORDER BY text"
    )


def _write_numbers(staging: Staging, writer: ArrayWriter, num_entities: int) -> None:
    """Arrays `number.*` by entity, relation and value; `number.by_relation` lists the rows by value."""
    _write_strings(staging, writer, "lexical", "lexical", "text")
    staging.execute(
        f"CREATE TABLE number_text AS SELECT n.*, l.rowid::INTEGER AS lexical_number,"
        f" coalesce(h.rowid, {NONE})::INTEGER AS held_number FROM number AS n"
        " JOIN lexical AS l ON n.lexical = l.text LEFT JOIN lexical AS h ON n.held = h.text"
        " ORDER BY entity, relation, low, high"
    )
    starts = Starts(num_entities)
    stored = {
        "entity": ("entity", np.int32),
        "relation": ("relation", np.int32),
        "low": ("low", np.float64),
        "high": ("high", np.float64),
        "precision": ("precision", np.int8),
        "lexical": ("lexical_number", np.int32),
        "held": ("held_number", np.int32),
    }
    for array, (column, dtype) in stored.items():
        with writer.open(f"number.{array}", dtype) as growing:
            for chunk in staging.chunks("number_text", column):
                growing.append(chunk[column])
                if column == "entity":
                    starts.count(chunk[column])
    writer.write("number.start", starts.rows())
    _write_by_relation(staging, writer)


def _write_by_relation(staging: Staging, writer: ArrayWriter) -> None:
    staging.execute(
        "CREATE TABLE number_order AS SELECT rowid AS number, relation FROM number_text"
        " ORDER BY relation, low, high, entity"
    )
    starts = Starts(staging.scalar("SELECT count(*) FROM number_relation"))
    with writer.open("number.by_relation", np.int64) as rows:
        for chunk in staging.chunks("number_order", "number, relation"):
            starts.count(chunk["relation"])
            rows.append(chunk["number"])
    writer.write("number.relation_start", starts.rows())


def _write_aside(staging: Staging, writer: ArrayWriter) -> list[str]:
    """Arrays `aside.*`, by entity and relation: literals of numerical relations without a value in force."""
    reasons: list[str] = [row[0] for row in staging.rows("SELECT DISTINCT reason FROM aside ORDER BY reason")]
    staging.execute(
        "CREATE TABLE aside_text AS SELECT entity, relation,"
        " list_position($1::VARCHAR[], reason) - 1 AS reason,"
        f" l.rowid AS lexical, coalesce(h.rowid, {NONE}) AS held, coalesce(source, {NONE}) AS source,"
        f" coalesce(line, {NONE}) AS line FROM aside JOIN lexical AS l ON aside.lexical = l.text"
        " LEFT JOIN lexical AS h ON aside.held = h.text ORDER BY entity, relation, reason, lexical, held",
        [reasons],
    )
    stored = {
        "entity": np.int32, "relation": np.int32, "reason": np.int16, "lexical": np.int32,
        "held": np.int32, "source": np.int32, "line": np.int64,
    }  # fmt: skip
    for array, dtype in stored.items():
        with writer.open(f"aside.{array}", dtype) as growing:
            for chunk in staging.chunks("aside_text", array):
                growing.append(chunk[array])
    return reasons
