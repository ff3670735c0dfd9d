"""A model as a retriever of LangChain."""

from numkbqa.api import Model
from numkbqa.errors import UserError
from numkbqa.integrations.passages import passages

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as error:
    raise UserError("langchain-core is missing", remedy='pip install "numkbqa[langchain]"') from error


class NumkbqaRetriever(BaseRetriever):
    """Retrieves the answers to a question, and what they were compared with, as documents.

    The text of a document is a row in words, its metadata is the row (`numkbqa.integrations.passages`).
    There is none when the question has no answer; `Model.ask` says why.
    """

    model: Model
    """The model to ask."""

    k: int = 5
    """How many documents at most; tied winners, lists and values are given whole."""

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        found = passages(self.model.ask(query, k=self.k), self.k)
        return [Document(id=one.id, page_content=one.text, metadata=one.metadata) for one in found]
