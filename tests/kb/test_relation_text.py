import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.kb.relation_text import local_name, plural, relation_text, split_camel_case


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/film/film/initial_release_date", "film initial release date"),
        ("/sports/sports_team/roster./sports/roster/player", "sports team roster sports roster player"),
        ("http://rdf.freebase.com/ns/film.film.genre", "film genre"),
        ("http://geo.example/ont/population_density", "population density"),
        ("http://dbpedia.org/ontology/populationTotal", "population total"),
        ("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "type"),
        ("http://example.org/date-of-birth/", "date of birth"),
        ("http://example.org/caf%C3%A9Name", "café name"),
        ("urn:isbnCode", "urn isbn code"),
        ("ISBNCode", "isbn code"),
        ("Straßenlänge", "straßenlänge"),
        ("ÉcoleÉlémentaire", "école élémentaire"),
        ("wdt:P31", "wdt p31"),
        ("has part", "has part"),
        ("???", "???"),
    ],
)
def test_words_of_a_relation(name: str, words: str) -> None:
    assert relation_text(name) == words


def test_local_name_keeps_names_that_are_no_iris() -> None:
    assert local_name("http://geo.example/country/usa") == "usa"
    assert local_name("http://geo.example/a#b") == "b"
    assert local_name("/m/010016") == "/m/010016"
    assert local_name("_:b0") == "_:b0"


@settings(deadline=None)
@given(st.text(min_size=1))
def test_splitting_loses_no_character(word: str) -> None:
    assert "".join(split_camel_case(word)) == word


@settings(deadline=None)
@given(st.text(min_size=1))
def test_every_relation_has_some_text(name: str) -> None:
    assert relation_text(name)


def test_plurals() -> None:
    many = {"city": "cities", "gas": "gases", "state": "states", "day": "days", "mountain": "mountains"}
    assert {noun: plural(noun) for noun in many} == many
