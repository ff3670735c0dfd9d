import pytest

from numkbqa.values import Kind

from .conftest import Builder, X, literals

QUDT = "http://qudt.org/vocab/unit/"
SCHEMA = "http://schema.org/unitText"
HAS_UNIT = "http://qudt.org/schema/qudt/hasUnit"
AREAS = literals("area", ("12", "integer"), ("7.5", "decimal"), ("12", "integer"))


def states(subject: str, unit: str, relation: str = SCHEMA) -> str:
    tail = f"<{unit}>" if "://" in unit else f'"{unit}"'
    return f"<{X}{subject}> <{relation}> {tail} .\n"


@pytest.mark.parametrize(
    ("statements", "unit"),
    [
        (states("area", "km^2"), "kilometer ** 2"),
        (states("area", "square kilometre"), "kilometer ** 2"),
        (states("area", f"{QUDT}KiloM2", HAS_UNIT), "kilometer ** 2"),
        (states("area", f"{QUDT}HA", "http://qudt.org/schema/qudt/unit"), "hectare"),
        (states("area", "km^2") + states("area", f"{QUDT}KiloM2", HAS_UNIT), "kilometer ** 2"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_a_unit_stated_on_a_relation_makes_its_values_quantities(
    build: Builder, statements: str, unit: str, first: bool
) -> None:
    report, kb = build({"g.nt": statements + AREAS if first else AREAS + statements})
    (relation,) = kb.numerical_relations
    assert (relation.name, relation.kind, relation.unit) == (f"{X}area", Kind.QUANTITY, unit)
    assert kb.entity_index(f"{X}area") is None
    assert kb.num_entities == 3
    numbers = kb.numbers_of_relation(0)
    assert numbers.low.tolist() == [7.5, 12.0, 12.0]
    assert kb.value(int(numbers.value[0])).unit == unit
    assert report.warnings == ["The graph has no fact between entities: only numbers can be asked for."]


def test_a_unit_makes_even_a_single_untyped_number_a_value(build: Builder) -> None:
    _, kb = build({"g.nt": f'<{X}a> <{X}area> "12" .\n' + states("area", "km^2")})
    assert [relation.unit for relation in kb.numerical_relations] == ["kilometer ** 2"]


def test_dates_of_a_relation_with_a_unit_stay_dates(build: Builder) -> None:
    _, kb = build({"g.nt": literals("born", ("1999", "gYear"), ("2001", "gYear")) + states("born", "year")})
    assert [(relation.kind, relation.unit) for relation in kb.numerical_relations] == [(Kind.DATE, None)]


def test_a_unit_without_dimension_leaves_plain_numbers(build: Builder) -> None:
    report, kb = build({"g.nt": AREAS + states("area", f"{QUDT}UNITLESS", HAS_UNIT)})
    assert [(relation.kind, relation.unit) for relation in kb.numerical_relations] == [(Kind.NUMBER, None)]
    assert report.unusable_units == {}


@pytest.mark.parametrize(
    ("units", "warning"),
    [
        (("zorkmid",), "is not known and was ignored: zorkmid"),
        ((f"{QUDT}NoSuchUnit",), "is not known and was ignored: http"),
        (("km^2", "m^2"), "is stated in different ways and was ignored: km^2, m^2."),
    ],
)
def test_a_unit_that_cannot_be_used_is_reported(build: Builder, units: tuple[str, ...], warning: str) -> None:
    report, kb = build({"g.nt": AREAS + "".join(states("area", unit) for unit in units)})
    assert [(relation.kind, relation.unit) for relation in kb.numerical_relations] == [(Kind.NUMBER, None)]
    assert report.unusable_units == {f"{X}area": sorted(units)}
    assert any(f"The unit of {X}area {warning}" in text for text in report.warnings)


def test_a_unit_on_something_else_than_a_relation_is_an_ordinary_fact(build: Builder) -> None:
    nodes = states("quantity", "km") + states("quantity", f"{QUDT}KiloM", HAS_UNIT)
    report, kb = build({"g.nt": AREAS + nodes})
    assert list(kb.relations) == [HAS_UNIT]
    assert kb.entity_index(f"{QUDT}KiloM") is not None
    assert report.text_literals == {SCHEMA: 1}
    assert [relation.unit for relation in kb.numerical_relations] == [None]


def test_the_units_of_two_graphs_make_two_content_hashes(build: Builder) -> None:
    plain, _ = build({"g.nt": AREAS})
    squared, _ = build({"g.nt": AREAS + states("area", "km^2")})
    assert plain.content_hash != squared.content_hash
