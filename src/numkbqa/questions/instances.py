"""Number instances: a text, a set of numbers of one relation and the number that the text asks for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from numkbqa.kb.protocol import Floats, Ints
from numkbqa.values.ranks import Direction


@dataclass(frozen=True, slots=True)
class NumberInstance:
    """One instance.

    Args:
        text: determiner phrase (QIND) or question (QGND).
        relation: numerical relation.
        direction: end of the order that is asked for.
        k: rank asked for.
        value: value handles, shape (num_numbers,).
        low: lower comparison keys, shape (num_numbers,).
        high: upper comparison keys, shape (num_numbers,).
        answer: index of the number asked for.
    """

    text: str
    relation: int
    direction: Direction
    k: int
    value: Ints
    low: Floats
    high: Floats
    answer: int


@dataclass(frozen=True, slots=True)
class NumberInstances:
    """Many instances as plain arrays; the numbers of instance i are `offsets[i]:offsets[i + 1]`.

    Args:
        texts: one text an instance.
        relation: numerical relation, shape (num_instances,).
        maximum: whether the text asks from the upper end, shape (num_instances,).
        k: rank asked for, shape (num_instances,).
        offsets: shape (num_instances + 1,).
        value: value handles, shape (num_numbers,).
        low: lower comparison keys, shape (num_numbers,).
        high: upper comparison keys, shape (num_numbers,).
        answer: index of the answer among the numbers of its instance, shape (num_instances,).
    """

    texts: list[str]
    relation: Ints
    maximum: Ints
    k: Ints
    offsets: Ints
    value: Ints
    low: Floats
    high: Floats
    answer: Ints

    def __len__(self) -> int:
        return len(self.texts)

    def chosen(self, rows: Sequence[int]) -> "NumberInstances":
        """Some of the instances.

        Args:
            rows: which ones, in the order wanted.

        Returns:
            Those instances.
        """
        kept = np.asarray(rows, dtype=np.int64)
        size = np.diff(self.offsets)[kept]
        offsets = np.concatenate([[0], np.cumsum(size)]).astype(np.int64)
        number = np.arange(offsets[-1]) + np.repeat(self.offsets[kept] - offsets[:-1], size)
        return NumberInstances(
            texts=[self.texts[i] for i in rows],
            relation=self.relation[kept],
            maximum=self.maximum[kept],
            k=self.k[kept],
            offsets=offsets,
            value=self.value[number],
            low=self.low[number],
            high=self.high[number],
            answer=self.answer[kept],
        )

    def joined(self, other: "NumberInstances") -> "NumberInstances":
        """These instances and then those of another.

        Args:
            other: the other ones.

        Returns:
            All of them.
        """
        pairs = {
            name: np.concatenate([getattr(self, name), getattr(other, name)])
            for name in ("relation", "maximum", "k", "value", "low", "high", "answer")
        }
        offsets = np.concatenate([self.offsets, other.offsets[1:] + self.offsets[-1]])
        return NumberInstances(texts=self.texts + other.texts, offsets=offsets, **pairs)


def pack(instances: Sequence[NumberInstance]) -> NumberInstances:
    """Lay instances out as flat arrays.

    Args:
        instances: any number of instances.

    Returns:
        The same instances in the same order.
    """
    sizes = [len(instance.value) for instance in instances]
    return NumberInstances(
        texts=[instance.text for instance in instances],
        relation=_ints(instance.relation for instance in instances),
        maximum=_ints(instance.direction is Direction.MAX for instance in instances),
        k=_ints(instance.k for instance in instances),
        offsets=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        value=np.concatenate([np.empty(0, np.int64), *(instance.value for instance in instances)]),
        low=np.concatenate([np.empty(0), *(instance.low for instance in instances)]),
        high=np.concatenate([np.empty(0), *(instance.high for instance in instances)]),
        answer=_ints(instance.answer for instance in instances),
    )


def _ints(items: Iterable[int]) -> Ints:
    return np.fromiter(items, dtype=np.int64)
