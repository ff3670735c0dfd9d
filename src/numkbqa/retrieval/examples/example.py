"""An example: one question with everything retrieved for it, as plain arrays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numkbqa.questions.records import Question

Ints = NDArray[np.int64]
Locals = NDArray[np.int64] | NDArray[np.int32]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A question, its subgraph G_q, its numerical relations R_q and number sets V_r.

    Entities and facts are local to the subgraph. Facts hold both directions: relation r of the KB is r for
    the forward edge and r + num_relations for the inverse one. Facts are sorted by tail;
    their arrays hold 32-bit numbers, because they are most of an example.

    Args:
        question: the record.
        entities: KB entity numbers, shape (num_entities,).
        topics: which entities are topic entities, shape (num_entities,).
        answers: which entities are gold answers, shape (num_entities,).
        num_answers: number of gold answers, those outside the subgraph and literals included.
        head: local entity, shape (num_facts,).
        relation: index into `distinct_relations`, shape (num_facts,).
        tail: local entity, ascending, shape (num_facts,).
        distinct_relations: the relations that occur in the subgraph, shape (num_distinct,).
        numerical_relations: R_q by falling relevance, KB numerical relation numbers, shape (num_numerical,).
        relevance: how well each relation of R_q fits the question, shape (num_numerical,).
        number_entity: local entity of each number, shape (num_numbers,).
        number_relation: index into `numerical_relations`, shape (num_numbers,).
        low: lower comparison key, shape (num_numbers,).
        high: upper comparison key, shape (num_numbers,).
        value: KB value handle of each number, shape (num_numbers,).
        of_asked_class: which entities are of the class that an ordinal question names as what it chooses
            among, shape (num_entities,); none when it names none.
        asked_classes: that class, and others of the same name, KB entity numbers, shape (num_asked,).
    """

    question: Question
    entities: Ints
    topics: Bools
    answers: Bools
    num_answers: int
    head: Locals
    relation: Locals
    tail: Locals
    distinct_relations: Ints
    numerical_relations: Ints
    relevance: Floats
    number_entity: Ints
    number_relation: Ints
    low: Floats
    high: Floats
    value: Ints
    of_asked_class: Bools
    asked_classes: Ints

    @property
    def num_entities(self) -> int:
        """Number of entities in the subgraph."""
        return len(self.entities)
