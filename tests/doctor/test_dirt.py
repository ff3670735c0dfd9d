from typing import Any

from numkbqa.doctor.dirt import find_dirt
from tests.support.dirty_kb import dirt
from tests.support.toy_kb import ToyKB, number

BROKEN = {"source": "g.nt", "text": "<http://x/a b>"}
REPORT: dict[str, Any] = {
    "skipped_counts": {"no statement": 4},
    "kept_counts": {"the IRI has a space": 9},
    "skipped": [
        {**BROKEN, "line": 3, "reason": "no statement", "kept": False},
        *({**BROKEN, "line": line, "reason": "the IRI has a space", "kept": True} for line in range(5, 11)),
    ],
    "notes": {"age": {"year without padding": 2}, "old relation": {"uncertain date": 7}},
    "unusable_units": {"age": ["cubit"]},
    "nearly_numerical": {
        "built_on": {"read as values": 1, "ambiguous day and month": 2, "not a number or date": 3},
        "alike": {"read as values": 9},
    },
}


def graph() -> ToyKB:
    aside = [
        dirt(f"p{i}", "age", f"about {i}", "not a number or date", i if i > 3 else None) for i in range(9)
    ]
    aside += [dirt("p1", "age", "12 cubits", "unknown unit", 77)]
    facts = [(f"p{i}", "knows", "p0") for i in range(1, 9)]
    return ToyKB(facts, [("p0", "age", number(3))], {"p4": "Paula"}, set_aside=aside)


def test_values_set_aside_are_counted_and_those_with_a_known_line_shown_first() -> None:
    vague, unit = find_dirt(graph(), {}).set_aside
    assert (vague.relation, vague.reason, vague.count) == ("age", "not a number or date", 9)
    assert [(v.entity, v.source, v.line) for v in vague.examples] == [
        ("p4", "graph.csv", 4),
        ("p5", "graph.csv", 5),
        ("p6", "graph.csv", 6),
    ]
    assert (vague.examples[0].label, vague.examples[0].lexical) == ("Paula", "about 4")
    assert (unit.reason, unit.count, unit.examples[0].line) == ("unknown unit", 1, 77)


def test_broken_statements_are_those_left_out_then_those_kept() -> None:
    left_out, kept = find_dirt(graph(), REPORT).skipped
    assert (left_out.reason, left_out.kept, left_out.count, left_out.examples[0].line) == (
        "no statement", False, 4, 3,
    )  # fmt: skip
    assert (kept.kept, kept.count, [example.line for example in kept.examples]) == (True, 9, [5, 6, 7])


def test_oddities_name_relations_in_words_where_they_can() -> None:
    odd = find_dirt(graph(), REPORT).odd
    assert [(one.relation, one.note, one.count) for one in odd] == [
        ("old relation", "uncertain date", 7),
        ("age", "year without padding", 2),
    ]


def test_ignored_units_are_kept() -> None:
    assert find_dirt(graph(), REPORT).unusable_units == {"age": ["cubit"]}


def test_relations_taken_for_text_say_what_was_read_and_what_was_not() -> None:
    alike, built = find_dirt(graph(), REPORT).taken_for_text
    assert (alike.relation, alike.read, alike.unread) == ("alike", 9, {})
    assert (built.text, built.read) == ("built on", 1)
    assert list(built.unread.items()) == [("not a number or date", 3), ("ambiguous day and month", 2)]


def test_a_clean_graph_has_no_dirt() -> None:
    finding = find_dirt(ToyKB([("a", "knows", "b")]), {})
    assert (finding.set_aside, finding.skipped, finding.odd, finding.unusable_units) == ([], [], [], {})
    assert finding.taken_for_text == []
