import pytest

from numkbqa.errors import UserError
from numkbqa.service.mcp.relations import address, read_address


def test_a_uri_says_which_model_which_words_and_from_where() -> None:
    assert read_address("schema://numerical-relations") == (None, "", 0)
    assert read_address("schema://numerical-relations/world") == ("world", "", 0)
    assert read_address("schema://numerical-relations?text=release%20date&offset=100") == (
        None,
        "release date",
        100,
    )
    assert read_address(address("my graph/2")) == ("my graph/2", "", 0)


@pytest.mark.parametrize(
    "uri", ["schema://entities", "file:///etc/passwd", "", "schema://numerical-relations/a/b", "http://[bad"]
)
def test_other_uris_are_none_of_ours(uri: str) -> None:
    assert read_address(uri) is None


@pytest.mark.parametrize("offset", ["-1", "x", "1.5", "9" * 10])
def test_an_offset_is_a_number(offset: str) -> None:
    with pytest.raises(UserError, match="offset"):
        read_address(f"schema://numerical-relations?offset={offset}")
