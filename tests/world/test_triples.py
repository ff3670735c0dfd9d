from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import Literal, RdfFormat, parse

from numkbqa.world.triples import ALIAS, LABEL, Triples, ascii_fold, decimal_text, entity, slug

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)


@settings(deadline=None)
@given(TEXT)
def test_any_name_comes_back_from_the_file(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("triples") / "one.nt"
    triples = Triples()
    triples.name(entity("thing", 1), name)
    triples.write(path)
    (quad,) = parse(path=str(path), format=RdfFormat.N_TRIPLES)
    assert quad.object == Literal(name)


@settings(deadline=None)
@given(st.floats(min_value=-1e9, max_value=1e9))
def test_decimals_have_no_exponent_and_keep_nine_places(number: float) -> None:
    text = decimal_text(number)
    assert "e" not in text
    assert float(text) == pytest.approx(number, abs=1e-9)


@pytest.mark.parametrize(
    ("number", "text"), [(8.2e-05, "0.000082"), (302.91459999999995, "302.9146"), (7.0, "7.0")]
)
def test_decimals_are_short(number: float, text: str) -> None:
    assert decimal_text(number) == text


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Hans Christian Ørsted", "hans-christian-orsted"),
        ("Glenn T. Seaborg", "glenn-t-seaborg"),
        ("RIKEN", "riken"),
    ],
)
def test_slugs(text: str, key: str) -> None:
    assert slug(text) == key


def test_folding_drops_diacritics_only() -> None:
    assert ascii_fold("São Tomé - Łódź") == "Sao Tome - Lodz"


def test_a_triple_is_kept_once_and_an_alias_that_is_the_label_is_dropped(tmp_path: Path) -> None:
    triples = Triples()
    for _ in range(2):
        triples.name(entity("thing", 1), "Aa", ["Aa", "", "Bb"])
    triples.write(tmp_path / "two.nt")
    predicates = [
        quad.predicate.value for quad in parse(path=str(tmp_path / "two.nt"), format=RdfFormat.N_TRIPLES)
    ]
    assert predicates == [LABEL, ALIAS]
    assert len(triples) == 2
