"""Counts of neighbours: "the state with the most rivers", "the film with the fewest actors".

`count>R` of an entity is the number of different tails of its facts of R, `count>R^-1` that of different
heads. Where the neighbours are of several classes, `count>R^-1>CLASS` counts those of one of them instead: of
all that lies in a state, the cities.

An entity without such a neighbour has the count 0 where the graph is complete enough to say so: those that
have one are of one class, and they are at least half of it. Elsewhere it has no count, and never wins.
"""

from typing import Final

import numpy as np

from numkbqa.kb.classes import TYPE_RELATIONS
from numkbqa.kb.derived.words import class_noun, count_text
from numkbqa.kb.relation_names import preferred_names, relation_words
from numkbqa.kb.relation_text import JOINED, path_type, relation_phrase, relation_text
from numkbqa.kb.staging import Staging, text_column

MIN_SEVERAL_SHARE: Final = 0.1
"""Share of the counted entities that have two neighbours or more: elsewhere a count says nothing."""
MIN_DISTINCT: Final = 2
"""So many different counts, zero aside, have to be there for anything to be compared."""
ONE_CLASS_SHARE: Final = 0.9
"""Entities are of one class when so many of them are."""
MIN_CLASS_SHARE: Final = 0.05
"""Neighbours of several classes are counted by each that makes up so much of them, ..."""
MOST_CLASSES: Final = 5
"""... but by no more than these, the largest first."""
MIN_COUNTED_SHARE: Final = 0.5
"""Share of a class that must have neighbours for the others of it to have none (not only none known)."""
SYMMETRIC_SHARE: Final = 0.9
"""A relation is symmetric when so many of its facts stand both ways round; it is counted once, with all."""

INVERSE: Final = "^-1"


def derive_counts(staging: Staging) -> None:
    """Count the neighbours of every entity by relation, direction and, where they differ, class.

    Events, which join other things, have no counts; nor are they counted where a joined relation leads past
    them, as `tenure>office` does past a tenure.

    Args:
        staging: the graph, encoded; writes to `derived_relation` and `derived_value`.
    """
    _make_members(staging)
    _make_links(staging)
    _make_slots(staging)
    _make_tallies(staging)
    _add_zeros(staging)
    _name_slots(staging)
    staging.execute(
        """
        INSERT INTO derived_value
        SELECT name, entity, count, count,
            'counted from ' || count || CASE WHEN count = 1 THEN ' fact of ' ELSE ' facts of ' END || words
        FROM tally JOIN slot_name USING (slot)
        """
    )


def _make_members(staging: Staging) -> None:
    """The tables `member` (entity, class), `class_size` (class, size) and `joint` (entity) of the events."""
    staging.execute(
        "CREATE OR REPLACE TEMP TABLE member AS SELECT DISTINCT head AS entity, tail AS class FROM out_fact"
        " WHERE relation IN (SELECT rowid FROM fact_relation WHERE name IN (SELECT unnest(?::VARCHAR[])))",
        [sorted(TYPE_RELATIONS)],
    )
    staging.execute(
        "CREATE OR REPLACE TEMP TABLE class_size AS SELECT class, count(*) AS size FROM member GROUP BY class"
    )
    staging.execute(
        "CREATE OR REPLACE TEMP TABLE joint AS SELECT thing.rowid::INTEGER AS entity FROM thing"
        " SEMI JOIN event ON name = id"
    )


def _make_links(staging: Staging) -> None:
    """The table `link` (relation, inverse, entity, neighbour), distinct."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE counted AS
        WITH part AS (SELECT DISTINCT unnest(string_split(name, '{JOINED}')) AS name FROM fact_relation
            WHERE contains(name, '{JOINED}'))
        SELECT rowid::INTEGER AS relation, name IN (SELECT name FROM part) AS is_joined FROM fact_relation
        WHERE NOT list_contains(?::VARCHAR[], name)
        """,
        [sorted(TYPE_RELATIONS)],
    )
    staging.execute(
        """
        CREATE OR REPLACE TEMP TABLE plain AS
        SELECT head, relation, tail, is_joined FROM out_fact JOIN counted USING (relation) WHERE head <> tail
        """
    )
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE both_ways AS
        SELECT f.relation FROM plain AS f LEFT JOIN plain AS back
            ON f.head = back.tail AND f.relation = back.relation AND f.tail = back.head
        GROUP BY f.relation HAVING count(back.head) >= {SYMMETRIC_SHARE} * count(*)
        """
    )
    staging.execute(
        """
        CREATE OR REPLACE TEMP TABLE link AS
        WITH sides AS (
            SELECT relation, false AS inverse, head AS entity, tail AS neighbour, is_joined FROM plain
            UNION ALL SELECT relation, true, tail, head, is_joined FROM plain
        )
        SELECT DISTINCT sides.relation, inverse AND both_ways.relation IS NULL AS inverse, sides.entity,
            neighbour
        FROM sides LEFT JOIN both_ways USING (relation)
        ANTI JOIN joint ON sides.entity = joint.entity
        ANTI JOIN joint AS other ON neighbour = other.entity AND is_joined
        """
    )


def _make_slots(staging: Staging) -> None:
    """The table `slot` (slot, relation, inverse, class, noun): what is counted, and its noun."""
    staging.execute(
        """
        CREATE OR REPLACE TEMP TABLE neighbour_class AS
        WITH neighbour AS (SELECT DISTINCT relation, inverse, neighbour FROM link),
        total AS (SELECT relation, inverse, count(*) AS total FROM neighbour GROUP BY ALL)
        SELECT relation, inverse, class, count(*) / any_value(total) AS share
        FROM neighbour JOIN member ON neighbour = entity JOIN total USING (relation, inverse) GROUP BY ALL
        """
    )
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE slot AS
        WITH shared AS (
            SELECT relation, inverse, arg_min(class, (size, class)) AS noun
            FROM neighbour_class JOIN class_size USING (class) WHERE share >= {ONE_CLASS_SHARE} GROUP BY ALL
        ),
        ranked AS (
            SELECT relation, inverse, class, row_number() OVER (
                PARTITION BY relation, inverse ORDER BY share DESC, class) AS place
            FROM neighbour_class ANTI JOIN shared USING (relation, inverse) WHERE share >= {MIN_CLASS_SHARE}
        )
        SELECT row_number() OVER (ORDER BY relation, inverse, class NULLS FIRST) AS slot, * FROM (
            SELECT relation, inverse, NULL::INTEGER AS class, noun
            FROM (SELECT DISTINCT relation, inverse FROM link) LEFT JOIN shared USING (relation, inverse)
            ANTI JOIN ranked USING (relation, inverse)
            UNION ALL SELECT relation, inverse, class, class FROM ranked WHERE place <= {MOST_CLASSES}
        )
        """
    )


def _make_tallies(staging: Staging) -> None:
    """The table `tally` (slot, entity, count), of the slots whose counts say something."""
    staging.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE tally AS
        WITH every AS (
            SELECT slot, entity, count(*) AS count FROM link JOIN slot USING (relation, inverse)
            WHERE class IS NULL GROUP BY ALL
            UNION ALL SELECT slot, link.entity, count(*) FROM link JOIN member ON neighbour = member.entity
            JOIN slot USING (relation, inverse, class) GROUP BY ALL
        )
        SELECT * FROM every SEMI JOIN (
            SELECT slot FROM every GROUP BY slot HAVING count(DISTINCT count) >= {MIN_DISTINCT}
                AND count(*) FILTER (count > 1) >= {MIN_SEVERAL_SHARE} * count(*)
        ) AS telling USING (slot)
        """
    )


def _add_zeros(staging: Staging) -> None:
    """Count 0 for the rest of the class that the counted entities are of."""
    staging.execute(
        f"""
        INSERT INTO tally
        WITH total AS (SELECT slot, count(*) AS total FROM tally GROUP BY slot),
        domain AS (
            SELECT slot, arg_min(class, (size, class)) AS class FROM (
                SELECT slot, class, count(*) AS shared FROM tally JOIN member USING (entity) GROUP BY ALL)
            JOIN total USING (slot) JOIN class_size USING (class)
            WHERE shared >= {ONE_CLASS_SHARE} * total AND shared >= {MIN_COUNTED_SHARE} * size GROUP BY slot
        )
        SELECT slot, entity, 0 FROM domain JOIN member USING (class) ANTI JOIN tally USING (slot, entity)
        """
    )


def _name_slots(staging: Staging) -> None:
    """Name the slots that are kept: into `derived_relation`, and `slot_name` (slot, name, words)."""
    found = staging.rows(
        """
        SELECT slot, r.name, inverse, c.name, n.name FROM slot SEMI JOIN tally USING (slot)
        JOIN fact_relation AS r ON relation = r.rowid
        LEFT JOIN thing AS c ON class = c.rowid LEFT JOIN thing AS n ON noun = n.rowid ORDER BY slot
        """
    )
    staging.execute("CREATE OR REPLACE TEMP TABLE slot_name (slot BIGINT, name VARCHAR, words VARCHAR)")
    if not found:
        return
    slots, relations, inverse, classes, nouns = zip(*found, strict=True)
    words = relation_words(staging, relations)
    labels = _labels(staging, {noun for noun in nouns if noun is not None})
    names = [_name(r, c, inverse=i) for r, i, c in zip(relations, inverse, classes, strict=True)]
    spoken = [words[relation] for relation in relations]
    texts = [
        count_text(relation_phrase(r, words[r]), _noun(r, labels.get(n), inverse=i), inverse=i)
        for r, i, n in zip(relations, inverse, nouns, strict=True)
    ]
    columns = {
        "slot": np.array(slots),
        "name": text_column(names),
        "words": text_column(spoken),
        "text": text_column(texts),
        "context": text_column(f"{w} (inverse)" if i else w for w, i in zip(spoken, inverse, strict=True)),
    }
    with staging.scanned(columns) as given:
        staging.execute(f"INSERT INTO slot_name SELECT slot, name, words FROM {given}")
        staging.execute(
            f"INSERT INTO derived_relation SELECT name, 'number', NULL, text, context FROM {given}"
        )


def _name(relation: str, of_class: str | None, *, inverse: bool) -> str:
    direction = INVERSE if inverse else ""
    return f"count{JOINED}{relation}{direction}" + (f"{JOINED}{of_class}" if of_class is not None else "")


def _labels(staging: Staging, classes: set[str]) -> dict[str, str]:
    """The preferred name of each class, or its own words."""
    return {name: relation_text(name) for name in classes} | preferred_names(staging, classes)


def _noun(relation: str, label: str | None, *, inverse: bool) -> str | None:
    """What the neighbours are: their class, or the heads that the name of a Freebase path tells of."""
    if label is not None:
        return class_noun(label)
    return path_type(relation) if inverse else None
