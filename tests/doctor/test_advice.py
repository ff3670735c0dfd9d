from typing import Any

from numkbqa.doctor.advice import Advice, Effort, gain_text
from numkbqa.doctor.diagnosis import examine
from tests.support.dirty_kb import cities, dirt
from tests.support.toy_kb import ToyKB, number


def advice_of(kb: ToyKB, report: dict[str, Any] | None = None) -> list[Advice]:
    return examine(kb, report or {}).advice


def about(advice: list[Advice], words: str) -> Advice:
    (found,) = [one for one in advice if words in one.action]
    return found


def test_an_outlier_and_a_placeholder_are_to_be_checked_with_their_place() -> None:
    advice = advice_of(cities())
    far = about(advice, "far from the others")
    assert far.action == "1 value of population far from the others, which lie between 1,000 and 1,884"
    assert far.places == ["city00 (City 00: 1.2e+07)"]
    unknown = about(advice, '"9999"')
    assert (unknown.effort, unknown.gain, unknown.of) == (Effort.CHECK, 6, "value")
    assert unknown.questions > 0


def test_a_value_set_aside_tells_line_reason_and_what_to_write() -> None:
    kb = ToyKB(
        [(f"c{i}", "in", "x") for i in range(4)],
        [(f"c{i}", "height", number(i + 1, "meter")) for i in range(3)],
        {"x": "X"},
        set_aside=[dirt("c3", "height", "12 cubits", "unknown unit", 17)],
    )
    one = about(advice_of(kb), "unknown unit")
    assert one.action == "correct 1 value of height: unknown unit"
    assert one.places == ['graph.csv:17 (c3: "12 cubits")']
    assert "QUDT" in one.write
    # three values give six questions, so a fourth is taken to give two
    assert (one.effort, one.gain, one.questions) == (Effort.MEND, 1, 2)


def test_what_was_set_aside_rightly_is_not_complained_of() -> None:
    aside = [dirt("a", "age", "3", "superseded"), dirt("a", "age", "", "unknown value")]
    kb = ToyKB([("a", "knows", "b")], [("a", "age", number(4))], {"a": "A", "b": "B"}, set_aside=aside)
    assert [one for one in advice_of(kb) if "correct" in one.action] == []


def test_a_value_of_another_unit_is_asked_for_in_the_unit_of_the_relation() -> None:
    aside = [dirt("a", "age", "3 kg", "another unit")]
    kb = ToyKB([("a", "knows", "b")], [("a", "age", number(4, "meter"))], set_aside=aside)
    assert "in m, or in a unit that converts into it" in about(advice_of(kb), "another unit").write


def test_naming_a_topic_frees_its_questions() -> None:
    facts = [(f"c{i}", "in", "x") for i in range(4)]
    names = {f"c{i}": f"City {i}" for i in range(4)}
    one = about(advice_of(ToyKB(facts, [(f"c{i}", "size", number(i)) for i in range(4)], names)), "label")
    assert one.action == "name 1 entity without a label (20%): nobody can ask about them"
    assert (one.places, one.gain, one.questions) == (["x"], 1, 6)


def test_several_values_tell_the_policy_in_force() -> None:
    numbers = [("a", "height", number(1)), ("a", "height", number(2)), ("b", "height", number(3))]
    one = about(advice_of(ToyKB([], numbers, several={"height": "all"})), "counts")
    assert one.action == "say which value of height counts: 1 entity has several (policy in force: all)"


def test_shared_labels_are_shown_with_their_entities() -> None:
    kb = ToyKB(
        [("g1", "near", "g2"), ("g3", "near", "g2")], labels=dict.fromkeys(("g1", "g2", "g3"), "Georgia")
    )
    one = about(advice_of(kb), "share")
    assert (one.action, one.places) == ("3 entities share 1 label", ['"Georgia": g1, g2, ...'])


def test_broken_statements_and_ignored_units_are_told() -> None:
    report = {
        "skipped_counts": {"no statement": 4},
        "skipped": [{"source": "g.nt", "line": 3, "reason": "no statement", "text": "oops", "kept": False}],
        "kept_counts": {"the IRI has a space": 9},
        "unusable_units": {"age": ["cubit"], "not a relation": ["ell"]},
    }
    advice = advice_of(ToyKB([("a", "knows", "b")], [("a", "age", number(4))]), report)
    broken = about(advice, "could not be read")
    assert (broken.places, broken.gain, broken.of) == (["g.nt:3"], 4, "statement")
    assert broken.write.endswith("instead of oops")
    assert about(advice, "one known unit").action == "state one known unit for age: cubit had to be ignored"
    assert [one for one in advice if "space" in one.action or "ell" in one.action] == []


def test_a_relation_taken_for_text_is_told_with_what_to_write() -> None:
    outcomes = {"read as values": 1, "ambiguous day and month": 2}
    report = {"nearly_numerical": {"built_on": outcomes, "alike": {"read as values": 9}}}
    advice = advice_of(ToyKB([("a", "knows", "b")], [("a", "age", number(4))]), report)
    (one,) = [one for one in advice if "taken for text" in one.action]
    assert one.action == (
        "correct built on, which was taken for text: of its literals 1 read as numbers or dates;"
        " 2 ambiguous day and month"
    )
    assert (one.effort, one.places, one.gain) == (Effort.MEND, ["built_on"], 3)
    assert one.write == "dates as year-month-day (2019-04-15)"


def test_a_class_that_carries_a_relation_sparsely_comes_last() -> None:
    facts = [(f"c{i:02d}", "type", "city") for i in range(10)]
    labels = {f"c{i:02d}": f"City {i}" for i in range(10)} | {"city": "city"}
    advice = advice_of(
        ToyKB(
            facts, [("c00", "size", number(1, "kilometer")), ("c01", "size", number(2, "kilometer"))], labels
        )
    )
    assert [one.effort for one in advice] == [Effort.ADD]
    assert advice[0].action == "add size to 8 entities of the class city (20% have it)"
    assert advice[0].write == "a quantity in km"


def test_a_graph_without_numbers_is_told_how_to_get_them() -> None:
    advice = advice_of(ToyKB([("a", "knows", "b")], labels={"a": "A", "b": "B"}))
    assert "no numerical relation" in advice[0].action


def test_what_gains_most_comes_first() -> None:
    advice = advice_of(cities())
    efforts = [list(Effort).index(one.effort) for one in advice]
    assert efforts == sorted(efforts)
    checks = [one.questions for one in advice if one.effort is Effort.CHECK]
    assert checks == sorted(checks, reverse=True)


def test_a_gain_is_told_in_words() -> None:
    assert gain_text(Advice(Effort.MEND, "x", [], "y", 4, "entity", 24)) == "frees 24 questions, 4 entities"
    assert gain_text(Advice(Effort.CHECK, "x", [], "y", 1, "value", 0)) == "concerns 1 value"
    assert gain_text(Advice(Effort.ADD, "x", [], "y", 0, "value", 0)) == ""
