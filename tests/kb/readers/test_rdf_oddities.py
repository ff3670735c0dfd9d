import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse

from numkbqa.kb.readers.rdf_oddities import fault, iri_oddity, term_oddities


@pytest.mark.parametrize(
    ("iri", "oddity"),
    [
        ("http://x.org/a?b=c#d", None),
        ("urn:x:%C3%A9", None),
        ("http://x.org/é", None),
        ("http://x.org/a b", "a space in an IRI"),
        ("http://x.org/a\u00a0b", None),
        ("http://x.org/a[b", "a square bracket in an IRI"),
        ("http://x.org/#a#b", "two # in an IRI"),
        ("http://x.org/100%", "a bad % in an IRI"),
        ("http://x.org/a`b", "a character in an IRI that is not allowed"),
        ("a", "a relative IRI"),
        ("", "a relative IRI"),
    ],
)
def test_iris_of_real_dumps_are_called_by_what_is_odd(iri: str, oddity: str | None) -> None:
    assert iri_oddity(iri) == oddity


@given(st.text(st.sampled_from("aZ09-._~:/?@!$&'()*+,;=é日#%[] "), max_size=8))
def test_what_a_strict_parser_refuses_is_odd(text: str) -> None:
    iri = f"http://x.org/{text}"
    try:
        list(parse(f"<{iri}> <{iri}> <{iri}> .", RdfFormat.N_TRIPLES))
    except SyntaxError:
        assert iri_oddity(iri) is not None
    else:
        assert iri_oddity(iri) is None


def test_every_term_of_a_statement_is_looked_at() -> None:
    text = '<http://x.org/%> <http://x.org/[> "5"^^<t> .\n<http://x.org/a> <http://x.org/b> "5"@en-GB .'
    odd, good = parse(text, RdfFormat.N_TRIPLES, lenient=True)
    assert list(term_oddities(odd)) == ["a bad % in an IRI", "a square bracket in an IRI", "a relative IRI"]
    assert list(term_oddities(good)) == []


def test_an_unknown_message_has_a_phrase_too() -> None:
    assert fault("Unexpected character 'n'") == "no RDF statement"
