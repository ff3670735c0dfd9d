from numkbqa.errors import did_you_mean, shown


def test_messages_stay_short() -> None:
    assert shown("x" * 1_000) == "x" * 80 + "..."
    assert shown("short") == "short"


def test_what_may_have_been_meant_is_asked() -> None:
    assert did_you_mean(["a", "b"]) == "did you mean a or b?"
    assert did_you_mean([]) is None
