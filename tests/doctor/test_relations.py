from numkbqa.doctor.relations import RelationFinding, examine_relations
from numkbqa.doctor.scales import Scale
from tests.support.dirty_kb import cities, dirt
from tests.support.toy_kb import ToyKB, day, number, toy_world


def finding_of(kb: ToyKB, name: str) -> RelationFinding:
    return next(finding for finding in examine_relations(kb) if finding.name == name)


def test_a_relation_tells_range_unit_class_and_coverage() -> None:
    length = finding_of(toy_world(), "length")
    assert length.lowest is not None
    assert length.highest is not None
    assert (length.lowest.value, length.lowest.label) == ("180", "Sado")
    assert (length.highest.value, length.highest.label, length.unit) == ("1047", "Vistula", "kilometer")
    assert length.main_class is not None
    assert (length.main_class.label, length.main_class.members, length.main_class.carrying) == (
        "river",
        21,
        21,
    )
    assert (length.facts, length.entities, length.distinct, length.several) == (21, 21, 21, 0)
    assert length.histogram is not None
    assert sum(length.histogram.counts) == 21


def test_the_most_carried_relation_comes_first() -> None:
    found = examine_relations(toy_world())
    assert [finding.entities for finding in found] == sorted((f.entities for f in found), reverse=True)
    assert found[0].name == "population"


def test_dates_are_counted_by_precision_and_spread_over_years() -> None:
    released = finding_of(toy_world(), "release_date")
    assert released.precisions == {"year": 4, "month": 2, "day": 7}
    assert released.histogram is not None
    assert released.histogram.scale is Scale.TIME
    assert finding_of(toy_world(), "population").precisions == {}


def test_a_placeholder_is_no_outlier_and_a_wrong_value_is() -> None:
    population = finding_of(cities(), "population")
    assert [(one.value, one.count, one.placeholder) for one in population.shared] == [("9999", 6, True)]
    far = population.outliers
    assert far is not None
    assert [(held.entity, held.value) for held in far.examples] == [("city00", "12000000")]
    assert (far.count, far.tail, far.usual) == (1, False, ("1000", "1884"))
    assert population.histogram is not None
    assert population.histogram.above == 7


def test_a_long_tail_is_cut_out_of_the_picture() -> None:
    numbers = [(f"e{i:03d}", "age", number(i % 50)) for i in range(200)]
    numbers += [(f"f{i}", "age", number(-10_000 * (i + 1))) for i in range(9)]
    age = finding_of(ToyKB([], numbers), "age")
    assert age.outliers is not None
    assert (age.outliers.count, age.outliers.tail) == (9, True)
    assert age.histogram is not None
    assert (age.histogram.below, age.histogram.edges[0]) == (9, 0)


def test_several_values_and_the_policy_are_told() -> None:
    numbers = [("a", "height", number(1)), ("a", "height", number(2)), ("b", "height", number(1))]
    height = finding_of(ToyKB([], numbers, several={"height": "max"}), "height")
    assert (height.several, height.policy, height.facts, height.entities) == (1, "max", 3, 2)


def test_what_was_set_aside_is_counted_by_reason() -> None:
    aside = [dirt("a", "born", "long ago", "not a number or date")]
    aside += [
        dirt("a", "born", "1.1.50", "year of two digits"),
        dirt("b", "born", "2.2.50", "year of two digits"),
    ]
    born = finding_of(ToyKB([("a", "knows", "b")], [("a", "born", day("1950"))], set_aside=aside), "born")
    assert list(born.set_aside.items()) == [("year of two digits", 2), ("not a number or date", 1)]


def test_a_graph_without_numbers_has_no_findings() -> None:
    assert examine_relations(ToyKB([("a", "knows", "b")])) == []
