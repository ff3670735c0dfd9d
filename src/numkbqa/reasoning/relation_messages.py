"""Messages that depend on question and relation alone: one row a distinct pair, self loops among them."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from numkbqa.reasoning.facts import Facts, every_fact, in_32_bits, some_facts, starts_of
from numkbqa.reasoning.message_passing import sum_rows
from numkbqa.retrieval.batch import Batch


class Carried(NamedTuple):
    """Facts in the direction in which messages run, and what their message rows are made of.

    Args:
        facts: the facts, sorted by where they lead to; a row is a distinct (question, relation).
        relation: relation of each row, shape (num_rows,).
        question: question of each row, shape (num_rows,).
        by_relation: rows in the order of their relations, shape (num_rows,).
        relation_offsets: first place in `by_relation` of each relation: forward ones, then inverse
            ones, then that of self loops; shape (2 * num_relations + 1,).
        by_question: rows in the order of their questions, shape (num_rows,).
        question_offsets: first place in `by_question` of each question, shape (num_questions,).
    """

    facts: Facts
    relation: Tensor
    question: Tensor
    by_relation: Tensor
    relation_offsets: Tensor
    by_question: Tensor
    question_offsets: Tensor


def carried_facts(
    batch: Batch, num_relations: int, *, inverse_facts: bool, self_loops: bool, backwards: bool = False
) -> Carried:
    """The facts of a batch that carry messages; made once a batch.

    A fact that runs backwards takes the features of its own relation from tail to head. Its inverse in the
    batch leads that way, so nothing is sorted anew.

    Args:
        batch: the graph; every fact has its inverse in it.
        num_relations: relations of the graph, inverse ones not counted.
        inverse_facts: whether inverse facts carry messages too.
        self_loops: whether each entity has one more fact, to itself, of relation 2 * num_relations.
        backwards: whether messages run from tails to heads.

    Returns:
        The facts.
    """
    key = ("carried facts", num_relations, inverse_facts, self_loops, backwards)

    def make() -> Carried:
        facts, relation, question = every_fact(batch), batch.pair_relation, batch.pair_question
        if not inverse_facts:
            kept = (relation >= num_relations) == backwards
            facts, relation, question = some_rows(facts, kept), relation[kept], question[kept]
        if backwards:
            relation = (relation + num_relations) % (2 * num_relations)
        if self_loops:
            facts = _with_loops(facts, batch)
            relation = torch.cat([relation, relation.new_full((batch.num_questions,), 2 * num_relations)])
            questions = torch.arange(batch.num_questions, device=question.device)
            question = torch.cat([question, questions])
        by_relation = _grouped(relation, 2 * num_relations + 1)
        by_question = _grouped(question, batch.num_questions)
        return Carried(in_32_bits(facts), relation, question, *by_relation, *by_question)

    return batch.once(key, make)


def relation_messages(table: Tensor, instructions: Tensor, carried: Carried) -> Tensor:
    """Message rows relu(table[relation] * instructions[question]), with exact gradients to both.

    Args:
        table: one row a relation, with inverse ones, and with that of self loops where entities have some,
            shape (2 * num_relations, width) or (2 * num_relations + 1, width).
        instructions: shape (num_questions, width).
        carried: says which rows.

    Returns:
        Shape (num_rows, width).
    """
    rows: Tensor = _RelationMessages.apply(table, instructions, carried)  # type: ignore[no-untyped-call]
    return rows


class _RelationMessages(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, table: Tensor, instructions: Tensor, carried: Carried) -> Tensor:
        relation = table.index_select(0, carried.relation)
        instruction = instructions.index_select(0, carried.question)
        rows = torch.mul(relation, instruction).relu_()
        ctx.save_for_backward(relation, instruction, rows)
        ctx.carried, ctx.table_rows = carried, len(table)
        return rows

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None]:
        relation, instruction, rows = ctx.saved_tensors
        carried: Carried = ctx.carried
        gradient = torch.ops.aten.threshold_backward(gradients[0], rows, 0)
        to_instructions = sum_rows(gradient * relation, carried.by_question, carried.question_offsets)
        to_table = sum_rows(gradient.mul_(instruction), carried.by_relation, carried.relation_offsets)
        return to_table[: ctx.table_rows], to_instructions, None


def some_rows(facts: Facts, kept: Tensor) -> Facts:
    """Leave rows out, with all their facts; those that stay are numbered anew.

    Args:
        facts: the facts.
        kept: which rows stay, bool, shape (num_rows,).

    Returns:
        The facts that stay, in the same order.
    """
    some = some_facts(facts, kept[facts.row])
    return some._replace(row=(kept.cumsum(0) - 1)[some.row], row_offsets=some.row_offsets[kept])


def _with_loops(facts: Facts, batch: Batch) -> Facts:
    """Add a fact from each entity to itself, after all that lead to it; its row is a new one a question."""
    entity = torch.arange(batch.num_entities, device=facts.head.device)
    place = torch.arange(len(facts.head), device=entity.device) + facts.tail
    ends = torch.cat([facts.tail_offsets[1:], entity.new_full((1,), len(facts.head))])
    loop = ends[: len(entity)] + entity
    num_pairs, total = len(facts.row_offsets), len(place) + len(loop)

    def merge(own: Tensor, of_loops: Tensor) -> Tensor:
        return own.new_empty(total).scatter_(0, place, own).scatter_(0, loop, of_loops)

    return Facts(
        head=merge(facts.head, entity),
        row=merge(facts.row, num_pairs + batch.entity_question),
        tail=merge(facts.tail, entity),
        tail_offsets=facts.tail_offsets + entity,
        by_row=torch.cat([place[facts.by_row], loop]),
        row_offsets=torch.cat([facts.row_offsets, len(place) + batch.entity_offsets[:-1]]),
    )


def _grouped(key: Tensor, num_keys: int) -> tuple[Tensor, Tensor]:
    """Stable order of the items by key, and the first place of each key in it."""
    return torch.argsort(key, stable=True).int(), starts_of(key, num_keys).int()
