from pathlib import Path

from numkbqa.kb.readers import Name
from numkbqa.kb.relation_names import relation_words, settle_names
from numkbqa.kb.staging import Staging

from .conftest import NAMES, TRIPLES, Builder, X


def test_names_are_normalised_and_the_preferred_one_comes_first(build: Builder) -> None:
    label = "http://www.w3.org/2000/01/rdf-schema#label"
    foaf, alias = "http://xmlns.com/foaf/0.1/name", "http://www.w3.org/2004/02/skos/core#altLabel"
    rows = (
        f'<{X}a> <{X}r> <{X}b> .\n<{X}a> <{alias}> "Alias" .\n<{X}a> <{foaf}> "A. Full Name" .\n'
        f'<{X}a> <{label}> "Zürich"@de .\n<{X}a> <{label}> "Zurich \\u00a0 city"@en .\n'
        f'<{X}a> <{label}> " " .\n'
        f'<{X}a> <{label}> "Zu\\u0308rich"@fr .\n<{X}r> <{label}> "related to"@en .\n'
    )
    _, kb = build({"g.nt": rows})
    entity = kb.entity_index(X + "a")
    assert entity is not None
    assert kb.names(entity) == ["Zurich city", "Zürich", "A. Full Name", "Alias"]
    assert kb.label(entity) == "Zurich city"
    assert list(kb.relation_texts) == ["related to"]


def test_names_of_nothing_are_counted_and_dropped(build: Builder) -> None:
    report, kb = build({"triples.tsv": TRIPLES, "names.tsv": NAMES + "zoe\tZoe\nknows\tis a friend of\n"})
    assert report.unused_names == 1
    assert kb.entity_index("zoe") is None
    assert list(kb.relation_texts) == ["is a friend of"]


def test_languages_come_in_order_of_use(tmp_path: Path) -> None:
    with Staging(tmp_path) as staging:
        for language in ("de", "en-GB", "", "EN", "fr"):
            staging.add(Name("a", f"name in {language}", language), 0)
        staging.flush()
        settle_names(staging)
        names = staging.rows("SELECT text FROM named ORDER BY preference, text")
    assert [name for (name,) in names] == [
        "name in EN",
        "name in",
        "name in en-GB",
        "name in de",
        "name in fr",
    ]


def test_a_relation_without_a_name_has_its_own_words(tmp_path: Path) -> None:
    with Staging(tmp_path) as staging:
        staging.add(Name("r", "is called"), 0)
        staging.flush()
        settle_names(staging)
        assert relation_words(staging, ["r", "birthDate"]) == {"r": "is called", "birthDate": "birth date"}
        assert relation_words(staging, []) == {}
