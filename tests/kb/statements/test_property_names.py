from tests.kb.conftest import Builder
from tests.support.statements import PREFIXES


def test_the_name_of_a_property_names_its_truthy_relations(build: Builder) -> None:
    rows = 'wd:P1082 rdfs:label "population"@en . wd:P131 rdfs:label "located in"@en .\n'
    _, kb = build(
        {"g.ttl": f"{PREFIXES}{rows} wd:Q1 wdt:P1082 5 . wd:Q2 wdt:P1082 7 . wd:Q1 wdt:P131 wd:Q2 .\n"}
    )
    assert [relation.text for relation in kb.numerical_relations] == ["population"]
    assert list(kb.relation_texts) == ["located in"]
