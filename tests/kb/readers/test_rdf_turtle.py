from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat

from numkbqa.kb.readers.rdf_records import RDF
from numkbqa.kb.readers.rdf_turtle import turtle_records
from numkbqa.kb.readers.record import EntityFact, LiteralFact, Record, Skipped
from numkbqa.kb.readers.source import Source

PREFIX = "@prefix x: <http://x.org/> .\n"
X = "http://x.org/"


def read(folder: Path, text: str | bytes, form: RdfFormat = RdfFormat.TURTLE) -> list[Record]:
    path = folder / "g.ttl"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(turtle_records(Source(path, "g.ttl"), form))


def local(records: list[Record]) -> list[str]:
    """Facts and literals of the namespace, short."""
    parts = [record[:3] for record in records if isinstance(record, (EntityFact, LiteralFact))]
    return [" ".join(part.removeprefix(X) for part in three) for three in parts]


def skipped(records: list[Record]) -> list[tuple[int | None, str, bool]]:
    return [(record.line, record.reason, record.kept) for record in records if isinstance(record, Skipped)]


def test_blank_nodes_are_named_by_file_and_order(tmp_path: Path) -> None:
    text = PREFIX + "x:a x:r [ x:p 1 ] .\nx:b x:r [ x:p 2 ] ."
    first, again = (read(tmp_path, text) for _ in range(2))
    assert first == again
    assert {record[0] for record in first} == {f"{X}a", f"{X}b", "_:g.ttl-0", "_:g.ttl-1"}


def test_a_short_quote_left_open_costs_its_statement_alone(tmp_path: Path) -> None:
    text = PREFIX + 'x:a x:r x:b .\nx:f x:name "open .\nx:g x:name "Bob" .\nx:i x:name "Eve" ; x:r x:b .\n'
    records = read(tmp_path, text)
    assert local(records) == ["a r b", "g name Bob", "i name Eve", "i r b"]
    assert skipped(records) == [(3, "the statement breaks off", False)]


def test_a_missing_dot_costs_nothing(tmp_path: Path) -> None:
    records = read(tmp_path, PREFIX + "x:a x:r x:b # why\nx:c x:r x:d ;\n  x:s x:e .\nx:f x:r x:g .")
    assert local(records) == ["a r b", "c r d", "c s e", "f r g"]
    assert skipped(records) == [(2, "no dot at the end", True)]


def test_of_statements_run_together_the_sound_ones_are_kept(tmp_path: Path) -> None:
    records = read(tmp_path, PREFIX + "x:a x:r x:b\nx:c oops x:d\nx:e x:r x:f .\n")
    assert local(records) == ["a r b", "e r f"]
    assert [(line, kept) for line, _, kept in skipped(records)] == [(2, True), (3, False)]


@pytest.mark.parametrize(
    ("statement", "reason", "fact"),
    [
        ("x:a x:r <http://x.org/a b> .", "a space in an IRI", "a r a b"),
        ("x:a x:r <http://x.org/[b]> .", "a square bracket in an IRI", "a r [b]"),
        ("x:a x:r <http://x.org/%> .", "a bad % in an IRI", "a r %"),
        ('x:a x:r "z"@supercalifragilistic .', "an over-long language tag", "a r z"),
    ],
)
def test_odd_statements_are_kept_and_told(tmp_path: Path, statement: str, reason: str, fact: str) -> None:
    records = read(tmp_path, f"{PREFIX}x:c x:r x:d .\n{statement}\nx:e x:r x:f .")
    assert local(records) == ["c r d", fact, "e r f"]
    assert skipped(records) == [(3, reason, True)]


def test_prefixes_hold_for_what_follows_them(tmp_path: Path) -> None:
    text = (
        "PREFIX x: <http://x.org/>\n@prefix y: <http://x.org/y/> .\nx:a x:r y:b .\noops\n.\n"
        "@prefix y: <http://x.org/z/> .\nx:a x:r y:b .\n"
    )
    records = read(tmp_path, text)
    assert local(records) == ["a r y/b", "a r z/b"]
    assert len(skipped(records)) == 1


def test_dots_in_comments_and_long_quotes_end_nothing(tmp_path: Path) -> None:
    text = PREFIX + (
        'x:a x:r x:b ; # first.\n  x:text """Once.\nUpon a time.\n""" .\n'
        "x:a x:r oops .\nx:c x:r x:d .\n"
    )  # fmt: skip
    records = read(tmp_path, text)
    assert local(records) == ["a r b", "a text Once.\nUpon a time.\n", "c r d"]
    assert skipped(records) == [(6, "the object is no IRI, blank node or literal", False)]


def test_a_long_quote_left_open_costs_its_statement_alone(tmp_path: Path) -> None:
    rest = "".join(f"x:c x:r x:d{n} .\n" for n in range(3000))
    records = read(tmp_path, f'{PREFIX}x:a x:r """open .\n{rest}')
    assert len(local(records)) == 3000
    assert skipped(records) == [(2, "the statement breaks off", False)]


def test_latin_1_is_read_as_such(tmp_path: Path) -> None:
    records = read(tmp_path, f'{PREFIX}x:a x:name "café" .\nx:a x:r x:b .'.encode("latin-1"))
    assert local(records) == ["a name café", "a r b"]
    assert skipped(records) == [(2, "not UTF-8, read as Latin-1", True)]


def test_annotations_become_reified_statements(tmp_path: Path) -> None:
    records = read(tmp_path, PREFIX + "x:a x:r x:b {| x:start 1964 |} .\n<< x:a x:r 5 ~ x:why >> x:at 2001 .")
    assert local(records) == [
        "a r b",
        f"_:g.ttl-0 {RDF}subject a",
        f"_:g.ttl-0 {RDF}predicate r",
        f"_:g.ttl-0 {RDF}object b",
        "_:g.ttl-0 start 1964",
        f"why {RDF}subject a",
        f"why {RDF}predicate r",
        f"why {RDF}object 5",
        "why at 2001",
    ]


def test_a_quoted_formula_of_n3_is_not_stated(tmp_path: Path) -> None:
    records = read(tmp_path, PREFIX + "x:a x:says { x:b x:r x:c } . x:a x:r x:d .", RdfFormat.N3)
    assert [fact for fact in local(records) if not fact.startswith("a says")] == ["a r d"]


@settings(max_examples=50)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=20), st.data())
def test_a_damaged_statement_never_costs_another(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], data: st.DataObject
) -> None:
    statements = [
        f"x:s{n} x:r 0{''.join(f', {v}' for v in range(1, size))} ." for n, size in enumerate(sizes)
    ]
    bad = data.draw(
        st.sampled_from(['x:bad x:r "open .', "x:bad oops .", "x:bad x:r <http://x .", ") x:r ( ."])
    )
    place = data.draw(st.integers(0, len(statements)))
    folder = tmp_path_factory.mktemp("turtle")
    sound = local(read(folder, PREFIX + "\n".join(statements)))
    damaged = read(folder, PREFIX + "\n".join([*statements[:place], bad, *statements[place:]]))
    assert local(damaged) == sound
    assert [line for line, _, _ in skipped(damaged)] == [place + 2]
