import pytest

from numkbqa.questions.unread_ranks import unread_rank


@pytest.mark.parametrize(
    ("question", "rank"),
    [
        ("who was the second king of Avalon?", "second"),
        ("the seventh king of Avalon", "seventh"),
        ("who was the 11th president?", "11th"),
        ("what is the eleventh-city of Spain?", "eleventh"),
        ("who is the #2 king of Avalon?", "#2"),
    ],
)
def test_a_rank_beside_no_order_is_told(question: str, rank: str) -> None:
    assert unread_rank(question, ["Avalon"]) == rank


@pytest.mark.parametrize(
    "question",
    [
        "who was the second latest king of Avalon?",  # an order is read
        "who fought in the Second World War?",
        "who ruled Avalon in the 19th century?",
        "what happened on the 4th of July?",
        "who is second in command of Avalon?",
        "what is the second language of Avalon?",
        "what is the second official language of Avalon?",
        "which king came second?",
        "who built the fifth element?",  # a topic
    ],
)
def test_ranks_that_belong_to_names_and_orders_are_not(question: str) -> None:
    assert unread_rank(question, ["Avalon", "fifth element"]) is None
