from tests.kb.conftest import Builder
from tests.support.statements import PREFIXES, X, fact_relations, values


def test_an_unknown_value_is_set_aside(build: Builder) -> None:
    rows = f"{PREFIXES} x:a x:born 1900 . x:b x:born 1950 . x:c x:born [] .\n"
    rows += f" x:d x:born <{X}.well-known/genid/7> . x:c x:knows [] .\n"
    _, kb = build({"g.ttl": rows})
    assert [entity for entity, *_ in values(kb)["born"]] == ["a", "b"]
    aside = {(kb.entity_id(one.entity).removeprefix(X), one.reason) for one in kb.set_aside()}
    assert aside == {("c", "unknown value"), ("d", "unknown value")}
    assert fact_relations(kb) == {"knows"}


def test_a_blank_node_that_says_something_is_known(build: Builder) -> None:
    rows = 'x:a x:born 1900 . x:b x:born [ rdfs:label "spring" ] . x:c x:born [ x:in x:oslo ] .\n'
    _, kb = build({"g.ttl": PREFIXES + rows})
    assert list(kb.set_aside()) == []
    assert fact_relations(kb) == {"born", "in"}
