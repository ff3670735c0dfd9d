"""The subgraph G_q: facts around the topic entities, cut by personalised PageRank, extremes kept."""

from numkbqa.retrieval.subgraph.among import facts_among
from numkbqa.retrieval.subgraph.graph import Relevance, Subgraph
from numkbqa.retrieval.subgraph.retriever import SubgraphRetriever

__all__ = ["Relevance", "Subgraph", "SubgraphRetriever", "facts_among"]
