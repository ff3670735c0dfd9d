import pytest

from numkbqa.kb.statements.roles import Role, role_of


@pytest.mark.parametrize(
    ("relation", "role"),
    [
        ("http://www.w3.org/1999/02/22-rdf-syntax-ns#value", Role.VALUE),
        ("http://schema.org/value", Role.VALUE),
        ("http://qudt.org/schema/qudt/numericValue", Role.VALUE),
        ("http://www.ontology-of-units-of-measure.org/resource/om-2/hasNumericalValue", Role.VALUE),
        ("http://qudt.org/schema/qudt/hasUnit", Role.UNIT),
        ("http://x.org/unit_code", Role.UNIT),
        ("http://x.org/pointInTime", Role.TIME),
        ("http://www.wikidata.org/prop/qualifier/P585", Role.TIME),
        ("http://www.wikidata.org/prop/qualifier/P580", Role.OTHER),
        ("http://wikiba.se/ontology#rank", Role.RANK),
        ("http://wikiba.se/ontology#timeCalendarModel", Role.ASIDE),
        ("rdf:type", Role.ASIDE),
        ("http://x.org/valueOf", Role.OTHER),
        ("birth year", Role.OTHER),
    ],
)
def test_relations_have_roles_by_vocabulary_and_by_name(relation: str, role: Role) -> None:
    assert role_of(relation) is role
