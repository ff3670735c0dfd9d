"""The gold answers of a batch as a distribution."""

from torch import Tensor

from numkbqa.reasoning.segments import segment_sum
from numkbqa.retrieval.batch import Batch


def gold_distribution(batch: Batch) -> Tensor:
    """The gold distribution y / |y|: uniform over a question's answers in its subgraph, zeros without any.

    Args:
        batch: the batch.

    Returns:
        Shape (num_entities,).
    """
    total = segment_sum(batch.answers, batch.entity_question, batch.num_questions)
    return batch.answers / total.clamp_min(1.0)[batch.entity_question]


def answer_in_graph(batch: Batch) -> Tensor:
    """Whether the subgraph of its question holds an answer, of each entity, bool, shape (num_entities,)."""
    total = segment_sum(batch.answers, batch.entity_question, batch.num_questions)
    return (total > 0)[batch.entity_question]
