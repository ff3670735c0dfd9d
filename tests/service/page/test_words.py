from numkbqa.service.page.words import sentence


def test_texts_become_sentences() -> None:
    assert sentence("no answer") == "No answer."
    assert sentence("did you mean Q1?") == "Did you mean Q1?"
    assert sentence("") == ""
