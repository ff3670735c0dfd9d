from urllib.parse import parse_qs, urlsplit

from numkbqa.service.page.links import Links


def test_addresses_say_all_that_decides_what_is_shown() -> None:
    address = Links("a & b").ask("why? #1 & 100%", ["http://x.example/é?a=b&c", "Q1"])
    assert urlsplit(address).path == "/"
    assert parse_qs(urlsplit(address).query) == {
        "q": ["why? #1 & 100%"],
        "topic": ["http://x.example/é?a=b&c", "Q1"],
        "model": ["a & b"],
    }


def test_the_only_model_is_not_named() -> None:
    assert Links().home == "/"
    assert Links().graph == "/graph"
    assert Links("moon").graph == "/graph?model=moon"
    assert Links().ask("a b") == "/?q=a+b"
