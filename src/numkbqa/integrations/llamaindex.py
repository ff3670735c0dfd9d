"""A model as a retriever of LlamaIndex."""

import asyncio

from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.integrations.passages import passages

try:
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
except ImportError as error:
    raise UserError("llama-index-core is missing", remedy='pip install "numkbqa[llamaindex]"') from error


class NumkbqaRetriever(BaseRetriever):
    """Retrieves the answers to a question, and what they were compared with, as nodes.

    The text of a node is a row in words, its metadata is the row (`numkbqa.integrations.passages`). There is
    none when the question has no answer; `Model.ask` says why.

    Args:
        model: the model to ask.
        k: how many nodes at most; tied winners, lists and values are given whole.
    """

    def __init__(self, model: Model, k: int = 5) -> None:
        super().__init__()
        self.model, self.k = model, k

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = passages(self.model.ask(query_bundle.query_str, k=self.k), self.k)
        return [
            NodeWithScore(node=TextNode(text=one.text, metadata=one.metadata), score=one.score)
            for one in found
        ]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)
