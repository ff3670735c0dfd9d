import pytest

from numkbqa.kb.relation_text import path_type, relation_phrase
from numkbqa.questions.phrases import shared_class, value_phrase
from tests.support.toy_kb import toy_world


@pytest.mark.parametrize(
    ("name", "text", "phrase"),
    [
        ("/people/person/date_of_birth", "people person date of birth", "date of birth"),
        ("/film/film/starring./film/performance/actor", "film starring film performance actor", "actor"),
        ("people.person.place_of_birth", "people person place of birth", "place of birth"),
        ("http://geo.example/ont/borders", "borders", "borders"),
        ("located_in", "located in", "located in"),
        ("P31", "instance of", "instance of"),
    ],
)
def test_relation_phrase(name: str, text: str, phrase: str) -> None:
    assert relation_phrase(name, text) == phrase


def test_value_phrase_drops_units_but_never_everything() -> None:
    assert value_phrase("/people/person/height_meters", "people person height meters") == "height"
    assert value_phrase("km", "km") == "km"


def test_path_type_is_known_of_freebase_paths_only() -> None:
    assert path_type("/tv/tv_program/number_of_seasons") == "tv program"
    assert path_type("/base/popstra/sww_base/heat") is None
    assert path_type("http://geo.example/ont/area") is None
    assert path_type("population") is None


def test_shared_class_is_the_narrowest_that_all_have() -> None:
    kb = toy_world()
    paris, rome, loire = (kb.entity_index(name) or 0 for name in ("paris", "rome", "loire"))
    assert shared_class(kb, [paris, rome], {}) == "city"
    assert shared_class(kb, [paris, loire], {}) is None
