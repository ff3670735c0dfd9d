from tests.kb.conftest import Builder
from tests.support.statements import DIRECT, PREFIXES, values


def test_statements_of_wikidata_are_folded_with_rank_unit_and_date(build: Builder) -> None:
    rows = f"""{PREFIXES}
    wd:Q1 p:P1082 wds:a , wds:b , wds:c ; wdt:P1082 900 .
    wds:a ps:P1082 800 ; pq:P585 "2001-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:NormalRank .
    wds:b ps:P1082 900 ; pq:P585 "2011-01-01T00:00:00Z"^^xsd:dateTime ; wikibase:rank wikibase:PreferredRank .
    wds:c ps:P1082 5 ; wikibase:rank wikibase:DeprecatedRank .
    wd:Q1 p:P2048 wds:d . wds:d ps:P2048 180 ; psv:P2048 wd:v ; wikibase:rank wikibase:NormalRank .
    wd:v a wikibase:QuantityValue ; wikibase:quantityAmount 180 ; wikibase:quantityUnit wd:Q174728 .
    wd:Q1 p:P39 wds:e . wds:e ps:P39 wd:Q2 ; pq:P580 "1999-05-01T00:00:00Z"^^xsd:dateTime .
    wd:P1082 rdfs:label "population"@en .
    """
    _, kb = build({"g.ttl": rows})
    found = {name.removeprefix(DIRECT): of_one for name, of_one in values(kb).items()}
    assert [(text, unit, held and held[:4]) for _, text, unit, held in found["P1082"]] == [
        ("900", None, "2011")
    ]
    assert [(text, unit) for _, text, unit, _ in found["P2048"]] == [("180", "centimeter")]
    assert {entity.rsplit("/", 1)[1] for entity, *_ in found[f"P39>{DIRECT}P580"]} == {"Q1", "Q2"}
    assert [name.removeprefix(DIRECT) for name in kb.relations] == ["P39"]
    assert kb.numerical_relations[0].text == "population"


def test_centuries_before_the_common_era_are_the_right_ones(build: Builder) -> None:
    nodes = (
        ("1", "-0300-01-01", 7),
        ("2", "0000-01-01", 8),
        ("3", "1850-01-01", 8),
        ("4", "-0043-03-15", 11),
    )
    rows = "".join(
        f"wd:Q{n} p:P571 wds:s{n} . wds:s{n} psv:P571 wd:v{n} . wd:v{n} a wikibase:TimeValue ;"
        f' wikibase:timeValue "{day}T00:00:00Z"^^xsd:dateTime ; wikibase:timePrecision {precision} ;'
        " wikibase:timeCalendarModel wd:Q1985727 .\n"
        for n, day, precision in nodes
    )
    _, kb = build({"g.ttl": PREFIXES + rows})
    texts = [text for _, text, *_ in values(kb)[f"{DIRECT}P571"]]
    # 301 BCE, which RDF calls -0300, is of the fourth century, and the year 0 of RDF is 1 BCE
    assert texts == ["4th century BCE", "-0043-03-15", "0s BCE", "1850s"]


def test_references_and_what_has_no_value_leave_nothing_behind(build: Builder) -> None:
    rows = f"""{PREFIXES} @prefix prov: <http://www.w3.org/ns/prov#> .
    @prefix ref: <http://www.wikidata.org/reference/> .
    @prefix pr: <http://www.wikidata.org/prop/reference/> .
    wd:Q1 p:P1082 wds:a ; a <http://www.wikidata.org/prop/novalue/P570> .
    wds:a ps:P1082 800 ; prov:wasDerivedFrom ref:r . ref:r pr:P248 wd:Q9 ; pr:P813 "2020-01-01"^^xsd:date .
    """
    _, kb = build({"g.ttl": rows})
    assert [kb.entity_id(entity).rsplit("/", 1)[1] for entity in range(kb.num_entities)] == ["Q1"]
    assert list(values(kb)) == [f"{DIRECT}P1082"]
