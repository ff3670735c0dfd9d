import pytest

from numkbqa.errors import UserError
from numkbqa.service.access import ApiKeys
from numkbqa.service.listening import LOOPBACK, bound, check_exposure, in_url, is_loopback, url_of


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "::1"])
def test_this_machine_alone_needs_no_key(host: str) -> None:
    assert is_loopback(host)
    check_exposure(host, None, "give one")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_where_others_are_a_key_is_needed(host: str) -> None:
    with pytest.raises(UserError, match="there is no API key") as refusal:
        check_exposure(host, None, "give one")
    assert (refusal.value.where, refusal.value.remedy) == (f"--host {host}", "give one")
    check_exposure(host, ApiKeys(["a-key-of-enough-characters"]), "give one")


def test_a_free_port_is_taken_and_told() -> None:
    with bound("localhost", 0) as listener:
        host, port = listener.getsockname()[:2]
        assert in_url(host) in LOOPBACK
        assert url_of(listener) == f"http://{in_url(host)}:{port}/"


def test_an_address_of_version_six_has_brackets() -> None:
    assert (in_url("::1"), in_url("127.0.0.1"), in_url("kb.example")) == ("[::1]", "127.0.0.1", "kb.example")


@pytest.mark.parametrize("host", ["192.0.2.1", f"{'a' * 64}.example"])
def test_an_address_that_cannot_be_had_is_told(host: str) -> None:
    with pytest.raises(UserError, match="cannot listen there"):
        bound(host, 0)
