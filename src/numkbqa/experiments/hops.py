"""How far the gold answers of a question are from an entity of the graph, in facts.

An n-ary node counts as any other entity, so passing through it takes two hops; "within two hops" elsewhere
(`evaluation/reach.py`) passes it by the way. This is the stricter rule on graphs with such nodes.
"""

import numpy as np
from numpy.typing import NDArray

from numkbqa.evaluation.reach import one_hop
from numkbqa.kb.protocol import KnowledgeBase
from numkbqa.questions.records import Question
from numkbqa.values import Kind

Ints = NDArray[np.int64]

FAR = 99
"""Distance of what is not reached within the hops walked."""


class Reach:
    """Distances from topic entities to gold answers, over facts in either direction, each of them a hop.

    A topic is no answer of its own: an answer entity that is the topic itself does not count.
    A literal answer is as far as the nearest entity that holds a number of that value, whatever the relation:
    a lenient rule, which a small dense graph meets easily.

    Args:
        kb: the graph.
        num_hops: how far to walk.
    """

    def __init__(self, kb: KnowledgeBase, num_hops: int = 2) -> None:
        self._kb, self.num_hops = kb, num_hops
        self._known: dict[int, list[Ints]] = {}
        self._dates = np.array([r.kind is Kind.DATE for r in kb.numerical_relations], dtype=np.bool_)

    def hops(self, topic: int, question: Question) -> int:
        """The number of hops from an entity to the nearest gold answer of a question.

        Args:
            topic: KB entity number.
            question: the record with its gold answers.

        Returns:
            Hops; 0 only for a literal that the entity itself holds, `FAR` when no answer is reached.
        """
        kb = self._kb
        found = (kb.entity_index(answer.id) for answer in question.answers if answer.id is not None)
        entities = [entity for entity in found if entity is not None]
        literals = [answer.value for answer in question.answers if answer.value is not None]
        for hop, ring in enumerate(self._rings(topic)):
            if (hop and np.isin(entities, ring).any()) or any(
                len(self.holders(ring, text)) for text in literals
            ):
                return hop
        return FAR

    def holders(self, entities: Ints, literal: str) -> Ints:
        """Those of some entities that hold a number of a value.

        Args:
            entities: KB entity numbers, shape (num_entities,).
            literal: the value's text; numbers are equal by their value, dates by their text.

        Returns:
            KB entity numbers, each once.
        """
        facts = self._kb.numbers_of(entities)
        same = (facts.low == _number(literal)) & ~self._dates[facts.relation]
        for row in np.flatnonzero(self._dates[facts.relation]) if literal[:1].isdigit() else ():
            handle = int(facts.value[row])
            same[row] = literal in {self._kb.number_text(handle), self._kb.value(handle).lexical}
        return np.unique(facts.entity[same])

    def _rings(self, topic: int) -> list[Ints]:
        """The entity itself, what is one hop away, what is two hops away, ..."""
        if topic not in self._known:
            rings = [np.array([topic], dtype=np.int64)]
            for _ in range(self.num_hops):
                met = one_hop(self._kb, rings[-1], through_events=False)
                rings.append(np.setdiff1d(met, np.concatenate(rings), assume_unique=True))
            self._known[topic] = rings
        return self._known[topic]


def _number(literal: str) -> float:
    try:
        return float(literal)
    except ValueError:
        return float("nan")
