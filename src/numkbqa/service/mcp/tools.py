"""The tools: what each of them is given, what it does with a model, and what it replies."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from numkbqa.answering.schema import AnswerDocument
from numkbqa.api.explained import Explanation
from numkbqa.lookup.records import LinkedMention, Ranking
from numkbqa.service.mcp.arguments import (
    Arguments,
    AskArguments,
    DoctorArguments,
    ExplainArguments,
    LinkArguments,
    RankArguments,
)
from numkbqa.service.mcp.bounds import LeftOut
from numkbqa.service.mcp.doctor import Diagnosis, diagnosis_of

if TYPE_CHECKING:
    from numkbqa.api import Model

Given = TypeVar("Given", bound=Arguments)
Result = TypeVar("Result", bound=BaseModel)


class Reply(BaseModel, Generic[Result]):
    """What a tool replies."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    model: str
    """The model that answered."""
    result: Result
    """The result."""
    left_out: tuple[LeftOut, ...]
    """Lists of the result that are not whole, and how to get the rest."""


class Mentions(BaseModel):
    """The entities that a text names."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    mentions: tuple[LinkedMention, ...]
    """One mention an entity, in the order of the text; none when it names nothing that the graph holds."""


class Tool(Generic[Given]):
    """A tool over models; its class says what agents read of it."""

    name: ClassVar[str]
    title: ClassVar[str]
    description: ClassVar[str]
    arguments: type[Given]
    reply: ClassVar[type[BaseModel]]
    hints: ClassVar[Mapping[str, str]]
    """How to get the rest of a list, by its path."""

    def call(self, model: "Model", given: Given) -> Mapping[str, Any]:
        """Do it.

        Args:
            model: the model.
            given: the arguments.

        Returns:
            The result as plain JSON values.

        Raises:
            UserError: what was given makes no sense for this graph.
        """
        raise NotImplementedError

    def limits(self, given: Given) -> Mapping[str, int]:
        """How many entries each list of the result has at most, by its path."""
        raise NotImplementedError


class Ask(Tool[AskArguments]):
    """Answers a question."""

    name = "ask"
    title = "Ask the knowledge graph"
    description = (
        "Answer a question about the graph in natural language, plain or ordinal (largest, second longest, "
        "latest, the three oldest), or for a value (how high is X). Replies with answers, confidence and the "
        "ranked evidence that they rest on, a question back (clarification: ask again with the chosen id in "
        "topics), or the reason why there is no answer (abstained)."
    )
    arguments = AskArguments
    reply = Reply[AnswerDocument]
    hints: ClassVar = {
        "answers": "rank gives every entity of a class by a relation",
        "evidence.rows": "ask again with rows=50, or page through rank with k and count",
        "": "ask about fewer things, or look at one entity with explain",
    }

    def call(self, model: "Model", given: AskArguments) -> Mapping[str, Any]:
        """Answer the question."""
        return model.ask(given.question, k=given.k, topics=given.topics).to_json()

    def limits(self, given: AskArguments) -> Mapping[str, int]:
        """The rows that are wanted; a few of all others."""
        return {
            "answers": 50,
            "evidence.rows": given.rows,
            "evidence.rows.other_values": 3,
            "evidence.excluded": 5,
            "evidence.exact_sort": 10,
            "topic_entities.alternatives": 5,
        }


class Rank(Tool[RankArguments]):
    """Ranks entities."""

    name = "rank"
    title = "Rank entities by a number"
    description = (
        "Rank the members of a class, a list of entities, or all that have a value, by a numerical relation. "
        "Exact: no model takes part. Entities that tie share a rank and are given together; entities without "
        "a value are listed with the reason. Page with k and count."
    )
    arguments = RankArguments
    reply = Reply[Ranking]
    hints: ClassVar = {
        "rows": "start at a later rank (k), or rank a smaller class or list",
        "excluded": "rank the entities in question alone (entities), or ask explain why one has no value",
        "": "rank a smaller class or list",
    }

    def call(self, model: "Model", given: RankArguments) -> Mapping[str, Any]:
        """Rank them."""
        return model.rank(
            given.relation,
            of=given.of,
            entities=given.entities,
            direction=given.direction.value,
            k=given.k,
            count=given.count,
        ).model_dump(mode="json")

    def limits(self, given: RankArguments) -> Mapping[str, int]:
        """The ranks that are wanted, and a few more where they tie."""
        return {"rows": max(given.count, 50), "rows.other_values": 3, "excluded": 10}


class LinkText(Tool[LinkArguments]):
    """Links a text."""

    name = "link"
    title = "Find the entities that a text names"
    description = (
        "Find which entities of the graph a text names, with their ids, a few words that tell namesakes "
        "apart, and the alternatives. Use it to get ids for topics, rank and explain."
    )
    arguments = LinkArguments
    reply = Reply[Mentions]
    hints: ClassVar = {"": "link a shorter text, one name at a time"}

    def call(self, model: "Model", given: LinkArguments) -> Mapping[str, Any]:
        """Link it."""
        return {"mentions": [mention.model_dump(mode="json") for mention in model.link(given.text)]}

    def limits(self, given: LinkArguments) -> Mapping[str, int]:
        """A screen of mentions, each with some alternatives."""
        return {"mentions": 20, "mentions.alternatives": 5}


class Explain(Tool[ExplainArguments]):
    """Explains an answer."""

    name = "explain"
    title = "Why this answer, and why not another"
    description = (
        "Say why an entity is the answer to a question, or why it is not: whether it was retrieved, pruned, "
        "left without a value or outranked, with its value, its rank, the rows beside it and the facts that "
        "lead to it."
    )
    arguments = ExplainArguments
    reply = Reply[Explanation]
    hints: ClassVar = {"": "rank gives all entities of a class by a relation"}

    def call(self, model: "Model", given: ExplainArguments) -> Mapping[str, Any]:
        """Explain it."""
        found = model.explain(given.question, given.entity, topics=given.topics)
        return found.model_dump(mode="json")

    def limits(self, given: ExplainArguments) -> Mapping[str, int]:
        """No list of an explanation is long."""
        return {"set_aside": 5}


class Doctor(Tool[DoctorArguments]):
    """Examines a graph."""

    name = "doctor"
    title = "Is the graph fit for ordinal questions"
    description = (
        "List what is wrong with the numbers of the graph, the most useful thing to fix first, and the "
        "numerical relations with their ranges; with a relation, what is odd about that one. The first call "
        "on a large graph takes minutes."
    )
    arguments = DoctorArguments
    reply = Reply[Diagnosis]
    hints: ClassVar = {
        "findings": "call again with rows=50, or with one relation",
        "relations": "read the resource schema://numerical-relations with offset, or call again with rows=50",
        "": "call again with one relation",
    }

    def call(self, model: "Model", given: DoctorArguments) -> Mapping[str, Any]:
        """Examine the graph."""
        return diagnosis_of(model.doctor(), given.relation).model_dump(mode="json")

    def limits(self, given: DoctorArguments) -> Mapping[str, int]:
        """As many findings and relations as are wanted."""
        return {"findings": given.rows, "findings.places": 3, "relations": given.rows}


def all_tools() -> dict[str, Tool[Any]]:
    """The tools by name, in the order in which agents see them."""
    tools: list[Tool[Any]] = [Ask(), Rank(), LinkText(), Explain(), Doctor()]
    return {tool.name: tool for tool in tools}
