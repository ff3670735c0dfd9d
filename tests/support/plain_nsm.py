"""NSM and its steps backwards, fact by fact and entity by entity, straight from the formulas."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import torch
from torch import Tensor

from numkbqa.reasoning.basic import NSM
from numkbqa.reasoning.basic.nsm import StepLayers
from numkbqa.retrieval.batch import Batch
from tests.support.reasoners import RELATIONS, PlainQuestion, plain_questions

Fact = tuple[int, int, int]
Distribution = dict[int, Tensor]
Vectors = dict[int, Tensor]

ZERO = torch.zeros((), dtype=torch.float64)


@dataclass(frozen=True)
class PlainRun:
    """Entity vectors after the last step, and the distribution after each, in the order they were made."""

    entities: Vectors
    steps: list[Distribution]


def plain_forward(model: NSM, batch: Batch) -> list[PlainRun]:
    """NSM on each question of a batch."""
    runs = []
    for question in plain_questions(batch):
        seed = {v: batch.seed[v] for v in question.entities}
        candidates = [v for v in question.entities if not bool(batch.topics[v])]
        facts, start = plain_facts(model, question), plain_start(model, question)
        order = range(model.settings.steps)
        runs.append(plain_steps(model, model, question, facts, start, seed, order, candidates.__contains__))
    return runs


def plain_backward(
    layers: StepLayers, reader: NSM, batch: Batch, starts: list[Vectors]
) -> list[list[Distribution]]:
    """b_0..b_{n-1} of each question of a batch: its steps undone from the gold answers on."""
    undone = []
    for question, start in zip(plain_questions(batch), starts, strict=True):
        gold = [v for v in question.entities if float(batch.answers[v]) > 0]
        prior = {v: torch.tensor(1 / len(gold) if v in gold else 0.0).double() for v in question.entities}
        facts = [(t, r, h) for h, r, t in plain_facts(reader, question)]
        order = range(reader.settings.steps)[::-1]
        may_be = set(question.entities if gold else []).__contains__
        run = plain_steps(layers, reader, question, facts, start, prior, order, may_be)
        undone.append(run.steps[::-1])
    return undone


def plain_facts(model: NSM, question: PlainQuestion) -> list[Fact]:
    """The facts that messages run along."""
    return [fact for fact in question.facts if model.settings.inverse_facts or fact[1] < RELATIONS]


def plain_start(model: NSM, question: PlainQuestion) -> Vectors:
    """The type layer, fact by fact."""
    s, rho, layer = model.settings, model.relations(), model.type_layer
    started = {}
    for v in question.entities:
        total, degree = torch.zeros(s.width, dtype=torch.float64), 0
        for h, r, t in plain_facts(model, question):
            for end in (h, t):
                if end == v and layer is not None:
                    total, degree = total + layer(rho[r]), degree + 1
        if s.self_loops and layer is not None:
            total, degree = total + 2 * layer(rho[-1]), degree + 2
        started[v] = torch.relu(total / max(degree, 1) if s.type_layer == "mean" else total)
    return started


def plain_instructions(model: NSM, words: Tensor) -> list[Tensor]:
    """Instruction vectors of one question, word by word."""
    states, _ = model.instructions.lstm(words.unsqueeze(0))
    H = states[0]
    last, instruction, made = H[-1], torch.zeros_like(H[-1]), []
    for k in range(model.settings.steps):
        q_k = model.instructions.question_layers[k](last)
        c = model.instructions.combine(torch.cat([instruction, q_k]))
        logits = torch.stack([model.instructions.attention(c * H[j])[0] for j in range(len(H))])
        alpha = logits.softmax(0)
        instruction = sum((alpha[j] * H[j] for j in range(len(H))), torch.zeros_like(last))
        made.append(instruction)
    return made


def plain_steps(
    layers: StepLayers,
    reader: NSM,
    question: PlainQuestion,
    facts: list[Fact],
    e: Vectors,
    p: Distribution,
    order: Iterable[int],
    may_be: Callable[[int], bool],
) -> PlainRun:
    """Steps of one question along facts (from, relation, to)."""
    s, rho, steps = layers.settings, reader.relations(), []
    instructions = plain_instructions(reader, question.words)
    for k in order:
        updated, score, mass = {}, {}, {}
        for v in question.entities:
            incoming = [(h, rho[r]) for h, r, t in facts if t == v]
            incoming += [(v, rho[-1])] if s.self_loops else []
            n, mass[v] = torch.zeros(s.width, dtype=torch.float64), ZERO
            for h, feature in incoming:
                n = n + torch.relu(layers.relation_layers[k](feature) * instructions[k]) * p[h]
                mass[v] = mass[v] + p[h]
            updated[v] = torch.relu(layers.entity_layers[k](torch.cat([e[v], n])))
            score[v] = layers.scorer(updated[v])[0]
        reached = [v for v in question.entities if not s.require_reached or float(mass[v]) > 1e-10]
        allowed = [v for v in reached if may_be(v)]
        z = torch.stack([score[v] for v in allowed]).softmax(0) if allowed else torch.zeros(0)
        e, p = updated, dict.fromkeys(question.entities, ZERO) | dict(zip(allowed, z, strict=True))
        steps.append(p)
    return PlainRun(e, steps)
