"""Settings of retrieval; they are part of the key that stored examples are reused by."""

from typing import Literal

from pydantic import Field

from numkbqa.config import Section
from numkbqa.retrieval.linking.settings import LinkingSettings


class RelationSettings(Section):
    """How well a numerical relation fits a question."""

    scorer: Literal["cosine", "focused", "trained"] = "trained"
    """`cosine` is the paper's: the question against the relation's words. `focused` leaves the topics out of
    the question, adds nouns for its adjectives and looks at the property alone too. `trained` adds a small
    scorer trained on the questions; without one it is `focused`."""

    support_weight: float = Field(0.02, ge=0.0)
    """Added to a numerical relation's score per unit of log(number of its values in the subgraph)."""

    named_bonus: float = Field(0.2, ge=0.0)
    """Added to the score of a numerical relation that the question names word by word ("by area")."""


class RetrievalSettings(Section):
    """How much of the graph is kept for a question."""

    linking: LinkingSettings = LinkingSettings()
    """How topic entities are found in a question."""

    max_entities: int = Field(300, ge=2)
    """Entities kept in the subgraph of a question, topic entities included."""

    num_hops: int = Field(2, ge=1, le=3)
    """Facts within this many hops of a topic entity are considered; passing through an event is no hop."""

    max_relations: int = Field(8, ge=1)
    """Numerical relations stored with an example; the model takes the best K that its candidates have."""

    relations: RelationSettings = Field(default_factory=RelationSettings)
    """How numerical relations are scored."""

    restart: float = Field(0.8, gt=0.0, lt=1.0)
    """Restart probability of personalised PageRank."""

    push_threshold: float = Field(1e-6, gt=0.0)
    """Personalised PageRank by forward push reads and pushes an entity while its residual mass is above this
    per fact that it has; the smaller, the more exact and the slower."""

    relation_weighting: bool = True
    """Let personalised PageRank prefer relations whose words resemble the question."""

    order_aware: bool = True
    """Keep the entities that are extreme in a numerical relation of the question."""

    asked_class: bool = True
    """Compare only entities of the class that an ordinal question names ("the largest *city*"), if any of
    them has a number; the paper compares whatever basic reasoning finds likely."""

    keep_extremes: int = Field(25, ge=1)
    """Entities kept at each end of the order, per group and numerical relation."""

    order_relations: int = Field(3, ge=1)
    """Numerical relations, best first, whose extremes are kept."""

    hub_cap: int = Field(2000, ge=1)
    """Entities with more facts than this are not expanded, unless they are topic entities."""

    max_facts: int = Field(60_000, ge=1)
    """Facts read per hop beyond those of the topic entities, so that time stays bounded."""
