import pytest

from numkbqa.values.datatype import XSD, is_measuring, is_untyped, xsd_name


@pytest.mark.parametrize("datatype", [XSD + "gYear", f"<{XSD}gYear>", "xsd:gYear", "xs:gYear"])
def test_every_spelling_of_an_xsd_type_has_one_name(datatype: str) -> None:
    assert xsd_name(datatype) == "gYear"
    assert is_measuring(datatype)
    assert not is_untyped(datatype)


def test_other_datatypes_measure_nothing() -> None:
    assert xsd_name("http://dbpedia.org/datatype/gYear") is None
    assert not any(
        map(is_measuring, ("http://dbpedia.org/datatype/gYear", "xsd:string", "xsd:boolean", "", None))
    )


def test_only_plain_strings_are_untyped() -> None:
    assert all(map(is_untyped, (None, "", "xsd:string")))
    assert not is_untyped("http://www.w3.org/1999/02/22-rdf-syntax-ns#langString")
