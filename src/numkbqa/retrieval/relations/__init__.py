"""Which relations fit a question: cosines as in the paper, focused ones, and a small trained scorer.

The scorer is trained in `numkbqa.training.relation_scorer`; here it is plain arrays, since retrieval needs no
torch.
"""

from numkbqa.retrieval.relations.retriever import RelationRetriever, SentenceVectors, top_relations
from numkbqa.retrieval.relations.scorer import RelationScorer
from numkbqa.retrieval.relations.texts import Vectors, property_text, unit_rows

__all__ = [
    "RelationRetriever",
    "RelationScorer",
    "SentenceVectors",
    "Vectors",
    "property_text",
    "top_relations",
    "unit_rows",
]
