"""How many ordinal pseudo questions a graph can give, by relation, and what keeps it from giving more.

The groups, the uniqueness of an answer and the naming rules are those of `numkbqa.questions`, with the
settings that `train` has by default: the wide templates, groups of 2 to 2,000 entities, ranks up to the third
from either end. A small graph is counted out; of a large one a sample of topics, and of their groups.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from numkbqa.kb.protocol import Ints, KnowledgeBase
from numkbqa.questions.groups import NO_CLASS, GroupIndex, RelationNumbers, Side, relation_numbers
from numkbqa.questions.phrases import shared_class
from numkbqa.values.ranks import Direction, unique_kth

MAX_CANDIDATES: Final = 2000
MAX_K: Final = 3

MEMBERSHIPS: Final = 2_000_000
"""Facts looked at, counted once a direction; a larger graph is sampled."""
MEMBERS_ASKED: Final = 1_000_000
"""Members of groups whose values are compared, all relations together; beyond it, groups are sampled."""
CHUNK: Final = 500_000
"""Facts whose groups are held in memory at a time."""

ASKED, TIED, SEVERAL = "asked", "tied or too few values", "several values"
UNNAMED, MIXED = "topic without a name", "members of several classes"


@dataclass(frozen=True, slots=True)
class QuestionCount:
    """Ordinal pseudo questions about one numerical relation.

    Args:
        relation: name of the relation.
        groups: groups of which at least half carry the relation.
        questions: questions that they give, counting each rank and end of each group.
        lost: questions that they do not give, by reason: the k-th value is tied or there is none, the entity
            that would be the answer has several values, the topic has no name, the members have classes but
            none in common.
        estimate: whether these are estimates from a sample.
    """

    relation: str
    groups: int
    questions: int
    lost: dict[str, int]
    estimate: bool


@dataclass(frozen=True, slots=True)
class QuestionFinding:
    """Ordinal pseudo questions of the whole graph.

    Args:
        questions: how many there are in all.
        topics_examined: share of the possible topics that were looked at, from 0 to 1.
        by_relation: counts of each relation, the most questions first.
    """

    questions: int
    topics_examined: float
    by_relation: list[QuestionCount]


def count_questions(
    kb: KnowledgeBase, *, memberships: int = MEMBERSHIPS, members_asked: int = MEMBERS_ASKED
) -> QuestionFinding:
    """Count the ordinal pseudo questions of a graph, or estimate their number.

    Args:
        kb: the graph.
        memberships: most facts to look at, counted once a direction.
        members_asked: most members of groups whose values are compared.

    Returns:
        The counts.
    """
    relations = range(len(kb.numerical_relations))
    counters = [_Counter(kb, r, relation_numbers(kb, r)) for r in relations]
    chunks, share = _chunks_of_topics(kb, memberships)
    budget = members_asked // max(1, len(counters) * len(chunks))
    for topics in chunks if counters else ():
        index = GroupIndex(kb, topics)
        chooser = np.random.default_rng(len(topics))
        for counter in counters:
            counter.take(index, budget, chooser)
    counts = sorted((c.count(share) for c in counters), key=lambda c: (-c.questions, c.relation))
    return QuestionFinding(sum(count.questions for count in counts), round(share, 4), counts)


def _chunks_of_topics(kb: KnowledgeBase, memberships: int) -> tuple[list[Ints], float]:
    """Entities to take as topics, in parts that fit into memory, and their share of all with facts."""
    degree = kb.degree(np.arange(kb.num_entities, dtype=np.int64))
    topics = np.flatnonzero(degree)
    if not len(topics):
        return [], 1.0
    share = 1.0
    if degree.sum() > memberships:
        chosen = np.random.default_rng(0).permutation(topics[degree[topics] <= CHUNK])
        chosen = chosen[: max(1, int((np.cumsum(degree[chosen]) <= memberships).sum()))]
        share, topics = len(chosen) / len(topics), np.sort(chosen)
    ends = np.cumsum(degree[topics]) // CHUNK
    return np.split(topics, np.flatnonzero(np.diff(ends)) + 1), share


@dataclass
class _Counter:
    """Counts the questions about one relation, chunk by chunk."""

    kb: KnowledgeBase
    relation: int
    numbers: RelationNumbers
    groups: int = 0
    sampled: bool = False
    found: Counter[str] = field(default_factory=Counter)
    """Questions and losses, each group that was looked at standing for as many as were not."""

    def take(self, index: GroupIndex, budget: int, chooser: np.random.Generator) -> None:
        groups = index.covered(self.numbers.entity, 2, MAX_CANDIDATES)
        if not len(groups):
            return
        chosen = groups
        if index.size[groups].sum() > budget:
            chosen = chooser.permutation(groups)
            chosen = chosen[: max(1, int((np.cumsum(index.size[chosen]) <= budget).sum()))]
            self.sampled = True
        found: Counter[str] = Counter()
        for group in chosen.tolist():
            found.update(self._outcomes(index, group))
        self.groups += len(groups)
        for outcome, count in found.items():
            self.found[outcome] += round(count * len(groups) / len(chosen))

    def count(self, share: float) -> QuestionCount:
        """The counts, scaled up from the share of topics that was looked at."""
        scaled = {outcome: round(count / share) for outcome, count in self.found.items()}
        return QuestionCount(
            relation=self.kb.numerical_relations[self.relation].name,
            groups=round(self.groups / share),
            questions=scaled.pop(ASKED, 0),
            lost=dict(sorted(scaled.items(), key=lambda item: (-item[1], item[0]))),
            estimate=self.sampled or share < 1,
        )

    def _outcomes(self, index: GroupIndex, group: int) -> Iterator[str]:
        """What becomes of the first, second and third from either end of a group."""
        members = index.members(group)
        rows = _rows_of(self.numbers, members)
        reason = None if self.kb.names(int(index.topic[group])) else UNNAMED
        if reason is None and not _has_word(self.kb, index, group, members):
            reason = MIXED
        for k in range(1, min(MAX_K, len(rows)) + 1):
            for direction in Direction:
                best = unique_kth(self.numbers.low[rows], self.numbers.high[rows], direction, k)
                if best is None:
                    yield TIED
                elif self.numbers.value[rows[best]] < 0:
                    yield SEVERAL
                else:
                    yield reason or ASKED


def _rows_of(numbers: RelationNumbers, members: Ints) -> Ints:
    """Rows of the members that carry the number."""
    place = np.minimum(np.searchsorted(numbers.entity, members), len(numbers.entity) - 1)
    rows: Ints = place[numbers.entity[place] == members]
    return rows


def _has_word(kb: KnowledgeBase, index: GroupIndex, group: int, members: Ints) -> bool:
    """Whether the wide templates have a word for the members of a group."""
    if index.side[group] == Side.CLASS or index.narrow[group] != NO_CLASS:
        return True
    entities = members.tolist()
    return shared_class(kb, entities, {}) is not None or not any(map(kb.types, entities))
