from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb import open_kb
from numkbqa.lookup import Lookup, Ranking
from numkbqa.retrieval.linking import EntityLinker
from tests.support.hostile_questions import EMPTY, all_names, hostile_questions
from tests.support.toy_kb import ToyKB, number

HOSTILE = {**EMPTY, **hostile_questions("Germany"), "every name": all_names(["Germany", "Paris"] * 500)}


def ids(ranking: Ranking) -> list[str]:
    return [row.id for row in ranking.rows]


def placed(ranking: Ranking) -> list[tuple[str, int]]:
    return [(row.id, row.rank) for row in ranking.rows]


@pytest.mark.parametrize("name", ["city", "City", "cities", "CITIES", "  city "])
def test_a_class_goes_by_id_or_name(lookup: Lookup, name: str) -> None:
    found = lookup.rank("population", of=name, count=2)
    assert ids(found) == ["berlin", "madrid"]
    assert found.of is not None
    assert found.of.id == "city"
    assert (found.members, found.compared, found.not_compared) == (40, 40, 0)


@pytest.mark.parametrize("name", ["date_of_birth", "date of birth", "Date Of Birth"])
def test_a_relation_goes_by_id_or_text(lookup: Lookup, name: str) -> None:
    found = lookup.rank(name, count=1)
    assert ids(found) == ["ines_prado"]
    assert found.relation.id == "date_of_birth"
    assert found.same_text == ()


def test_a_list_is_ranked_whatever_its_order(lookup: Lookup) -> None:
    listed = ["oslo", "paris", "rome", "paris"]
    found = lookup.rank("population", entities=listed)
    assert found == lookup.rank("population", entities=listed[::-1])
    assert ids(found) == ["rome", "paris", "oslo"]
    assert (found.of, found.members, found.distinct) == (None, 3, 3)


def test_who_has_no_value_is_listed(lookup: Lookup) -> None:
    found = lookup.rank("population", entities=["loire", "oslo"])
    assert ids(found) == ["oslo"]
    assert [(row.id, row.reason) for row in found.excluded] == [("loire", "has no population")]
    assert (found.compared, found.not_compared) == (1, 1)


def test_of_a_class_without_any_value_nothing_is_ranked(lookup: Lookup) -> None:
    found = lookup.rank("population", of="river")
    assert (found.rows, found.compared, found.not_compared, found.distinct) == ((), 0, 21, 0)


def test_beyond_the_values_there_are_no_rows(lookup: Lookup) -> None:
    found = lookup.rank("height", of="person", k=5)
    assert (found.rows, found.distinct, found.members) == ((), 4, 4)
    assert ids(lookup.rank("height", k=4, count=1_000)) == ["ines_prado"]


def test_dates_of_max_are_the_latest(lookup: Lookup) -> None:
    latest = lookup.rank("release_date", of="album", count=1)
    earliest = lookup.rank("release date", of="albums", count=1, direction="min")
    assert [(row.id, row.lexical) for row in (*latest.rows, *earliest.rows)] == [
        ("mar", "2021-01-15"),
        ("iron_road", "1971"),
    ]


def test_a_relation_that_several_are_called_is_the_one_that_the_members_carry() -> None:
    kb = ToyKB(
        [("a", "type", "town"), ("b", "type", "town"), ("x", "type", "ship")],
        [("a", "people/size", number(1)), ("b", "people/size", number(2)), ("x", "ships/size", number(3))],
        labels={"town": "town", "ship": "ship"},
        relation_texts={"people/size": "size", "ships/size": "size"},
    )
    lookup = Lookup(kb, EntityLinker(kb))
    assert lookup.rank("size", of="ship").relation.id == "ships/size"
    assert lookup.rank("size", of="town").relation.id == "people/size"
    assert lookup.rank("size").relation.id == "people/size"
    assert lookup.rank("size").same_text == ("ships/size",)


REFUSED = {
    "relation": (lambda lookup: lookup.rank("populatoin"), "populatoin", "did you mean population?"),
    "no relation like it": (lambda lookup: lookup.rank("x"), '"x"', "list the numerical relations"),
    "empty relation": (lambda lookup: lookup.rank(""), '""', "list the numerical relations"),
    "class": (lambda lookup: lookup.rank("population", of="citys of it"), "no class called", "city"),
    "no class": (lambda lookup: lookup.rank("population", of="paris"), "is no class", "did you mean city?"),
    "entity": (lambda lookup: lookup.rank("area", entities=["Paris"]), '"Paris"', "paris (Paris)"),
    "unknown entity": (lambda lookup: lookup.entity("Deutschland"), "Deutschland", "germany (Germany)"),
    "no entity like it": (lambda lookup: lookup.entity("\ud800?"), "no entity", "look for its id"),
    "both": (lambda lookup: lookup.rank("area", of="city", entities=["paris"]), "a class and a list", ""),
    "direction": (lambda lookup: lookup.rank("area", direction="up"), '"up"', '"max"'),
    "k": (lambda lookup: lookup.rank("area", k=0), "k is 0", "at least 1"),
    "count": (lambda lookup: lookup.rank("area", count=-1), "count is -1", "at least 1"),
    "search limit": (lambda lookup: lookup.search("par", 0), "limit is 0", "at least 1"),
    "entity limit": (lambda lookup: lookup.entity("paris", 0), "limit is 0", "at least 1"),
    "offset": (lambda lookup: lookup.relations(offset=-1), "offset is -1", "start at 0"),
}


@pytest.mark.parametrize(("asked", "what", "remedy"), REFUSED.values(), ids=REFUSED)
def test_what_the_graph_does_not_hold_is_refused(
    lookup: Lookup, asked: Callable[[Lookup], object], what: str, remedy: str
) -> None:
    with pytest.raises(UserError) as refused:
        asked(lookup)
    assert what in refused.value.what
    assert remedy in (refused.value.remedy or "")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_no_harm(lookup: Lookup, text: str) -> None:
    for record in (*lookup.search(text), *lookup.relations(text), *lookup.link(text)):
        assert record.model_dump_json()
    asked: list[Callable[[], object]] = [
        lambda: lookup.entity(text),
        lambda: lookup.rank(text),
        lambda: lookup.rank("area", of=text),
        lambda: lookup.rank("area", entities=[text]),
    ]
    for ask in asked:
        with pytest.raises(UserError) as refused:
            ask()
        assert len(str(refused.value)) < 1_000


def test_links_are_told_with_names_and_places(lookup: Lookup) -> None:
    text = "the rivers of\x00Germany or of Federal Republic of Germny"
    (mention,) = lookup.link(text)
    assert (mention.id, mention.label, mention.mention) == ("germany", "Germany", "Germany")
    assert text[mention.start : mention.end] == "Germany"


def test_a_graph_on_disk_answers_the_same(lookup: Lookup, world_kb: Path) -> None:
    kb = open_kb(world_kb)
    stored = Lookup(kb, EntityLinker(kb))
    stored.prepare()
    for relation in ("population", "area", "release_date"):
        for direction in ("max", "min"):
            one, other = (lu.rank(relation, direction=direction, k=2) for lu in (lookup, stored))
            assert placed(one) == placed(other)
    assert [hit.id for hit in stored.search("pa")] == [hit.id for hit in lookup.search("pa")]
    assert {*stored.entity("germany").aliases} == {*lookup.entity("germany").aliases}
