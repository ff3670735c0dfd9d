"""Questions with their own subgraph, as NSM and GRAFT-Net write them: ids behind numbers, facts as tuples.

`entities.txt` and `relations.txt` hold an id a line; the number of an id is its line, from 0. A file of
questions names entities by number, or by an object {"kb_id": "m.01", "text": "Ann"}; relations likewise, with
`rel_id`. Where `kb_id` is no text (MetaQA), the `text` is the id.
"""

from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.kb.readers.source import Source

Ints = NDArray[np.int64]
ABSENT: Final = -1
SUBGRAPH: Final = "subgraph"
NUMBERS: Final = "num_subgraphs"
"""Where a line holds its facts, and where a line of NumKBQA holds its numeric facts."""


class Numbering:
    """Ids by number, and numbers by id.

    Args:
        ids: the ids, by number; an empty one names nothing.
    """

    def __init__(self, ids: list[str]) -> None:
        self.ids = ids

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def named(self) -> NDArray[np.bool_]:
        """Which numbers have an id, shape (num_ids,)."""
        return np.array([bool(name) for name in self.ids], dtype=np.bool_)

    def number(self, reference: Any) -> int:
        """The number that a file means by a number, an id or an object; `ABSENT` when the list lacks it."""
        if isinstance(reference, int):
            return reference if 0 <= reference < len(self.ids) and self.named[reference] else ABSENT
        return self._numbers.get(id_of(reference), ABSENT)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for number, name in enumerate(self.ids):
            if name:
                numbers.setdefault(name, number)
        return numbers


def read_ids(source: Source) -> Numbering:
    """Read a list of ids; spaces around them do not belong to them.

    Args:
        source: `entities.txt` or `relations.txt`.

    Returns:
        The ids with their numbers.

    Raises:
        UserError: the file cannot be read, or is not UTF-8.
    """
    ids = []
    with source.open() as stream:
        for line, raw in enumerate(stream, start=1):
            try:
                ids.append(raw.decode("utf-8").strip())
            except UnicodeDecodeError as error:
                raise UserError(
                    "the line is not valid UTF-8",
                    where=source.path,
                    line=line,
                    remedy="Save the file as UTF-8.",
                ) from error
    return Numbering(ids)


def id_of(reference: Any) -> str:
    """The id that an object or a text stands for.

    Args:
        reference: {"kb_id": "m.01", "text": "Ann"}, {"rel_id": "people.born"}, or an id.

    Returns:
        The id without spaces around it; empty when there is none.
    """
    if isinstance(reference, dict):
        name = reference.get("kb_id", reference.get("rel_id"))
        reference = name if isinstance(name, str) else reference.get("text")
    return reference.strip() if isinstance(reference, str) else ""


def numbers_of(references: Any, numbering: Numbering) -> Ints:
    """The numbers that a list names.

    Args:
        references: numbers, ids or objects; anything but a list counts as an empty one.
        numbering: what they refer to.

    Returns:
        Their numbers in order, without those that the list of ids lacks, shape (num_known,).
    """
    if not isinstance(references, list) or not references:
        return np.empty(0, dtype=np.int64)
    numbers = _integers(references, (len(references),))
    if numbers is None:
        numbers = np.array([numbering.number(reference) for reference in references], dtype=np.int64)
    return numbers[_in_list(numbers, numbering)]


def facts_of(
    row: dict[str, Any], section: str, entities: Numbering, relations: Numbering
) -> tuple[Ints, int]:
    """The facts of a question.

    Args:
        row: the question.
        section: `SUBGRAPH` or `NUMBERS`.
        entities: entities of the folder.
        relations: relations of the folder.

    Returns:
        Numbers of head, relation and tail, shape (num_facts, 3), and how many more facts there are that name
        something which the lists lack.
    """
    subgraph = row.get(section)
    tuples = subgraph.get("tuples") if isinstance(subgraph, dict) else None
    if not isinstance(tuples, list) or not tuples:
        return np.empty((0, 3), dtype=np.int64), 0
    facts = _numbers(tuples, entities, relations)
    known = (
        _in_list(facts[:, 0], entities) & _in_list(facts[:, 1], relations) & _in_list(facts[:, 2], entities)
    )
    return facts[known], len(facts) - int(known.sum())


def _numbers(tuples: list[Any], entities: Numbering, relations: Numbering) -> Ints:
    numbers = _integers(tuples, (len(tuples), 3))
    if numbers is not None:
        return numbers
    kinds = (entities, relations, entities)
    listed = [
        [kind.number(part) for kind, part in zip(kinds, fact, strict=True)]
        if _is_fact(fact)
        else [ABSENT] * 3
        for fact in tuples
    ]
    return np.array(listed, dtype=np.int64)


def _integers(listed: list[Any], shape: tuple[int, ...]) -> Ints | None:
    """A list as an array, if it holds nothing but integers and has the shape."""
    try:
        numbers = np.asarray(listed)
    except (ValueError, OverflowError):  # of different lengths, or beyond 64 bits
        return None
    return numbers if numbers.dtype == np.int64 and numbers.shape == shape else None


def _is_fact(fact: Any) -> bool:
    return isinstance(fact, list) and len(fact) == 3


def _in_list(numbers: Ints, numbering: Numbering) -> NDArray[np.bool_]:
    inside = (numbers >= 0) & (numbers < len(numbering))
    inside[inside] = numbering.named[numbers[inside]]
    return inside
