from numkbqa.lookup.linked import linked_mention
from numkbqa.retrieval.linking import Link
from tests.support.toy_kb import ToyKB


def test_a_link_is_told_with_what_else_it_may_mean() -> None:
    kb = ToyKB(
        [("ga", "type", "state"), ("ge", "type", "country")],
        labels={"ga": "Georgia", "ge": "Georgia", "state": "state", "country": "country"},
    )
    state, country = kb.entity_index("ga"), kb.entity_index("ge")
    assert state is not None
    assert country is not None
    link = Link(state, "georgia", 4, 11, 0.51234, ((country, 0.48766),), toss_up=True)
    found = linked_mention(kb, link)
    assert (found.id, found.label, found.description, found.score) == ("ga", "Georgia", "state", 0.5123)
    assert (found.mention, found.start, found.end, found.toss_up, found.typo) == (
        "georgia",
        4,
        11,
        True,
        False,
    )
    assert [(other.id, other.description, other.score) for other in found.alternatives] == [
        ("ge", "country", 0.4877)
    ]
