import torch

from numkbqa.reasoning.gold import answer_in_graph, gold_distribution
from tests.support.random_batch import random_batch


def test_answers_share_a_question_evenly_and_a_question_without_any_has_none() -> None:
    _, batch = random_batch(0, num_questions=3)
    batch.answers.zero_()
    first = batch.entity_offsets.tolist()
    batch.answers[[first[0] + 1, first[0] + 3, first[2]]] = 1.0
    gold = gold_distribution(batch)
    assert gold[[first[0] + 1, first[0] + 3, first[2]]].tolist() == [0.5, 0.5, 1.0]
    assert float(gold.sum()) == 2.0
    assert torch.equal(answer_in_graph(batch), batch.entity_question != 1)
