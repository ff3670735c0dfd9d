"""The number stage of Algorithm 1: QIND and QGND out of the graph, and pre-training on them."""

from collections.abc import Sequence

import numpy as np

from numkbqa.evaluation.report import is_ordinal
from numkbqa.progress import say, stage
from numkbqa.questions.instances import NumberInstances
from numkbqa.questions.pseudo import PseudoQuestion
from numkbqa.questions.qgnd import NumberPair, generate_qgnd, pairs_from_pseudo, pairs_from_questions
from numkbqa.questions.qind import RelationValues, distinct_values, generate_qind, split_values
from numkbqa.questions.records import Question
from numkbqa.questions.variation import vary_questions
from numkbqa.reasoning.numerical import NumericalReasoner
from numkbqa.training.number_data import NumberData, encode_instances
from numkbqa.training.pretrain_numbers import NumberSplit, direct_hits, pretrain_numbers
from numkbqa.training.workbench import Workbench

QGND_DEV = 0.1
"""Share of QGND that stops its pre-training."""


def pretrain_numerical(
    workbench: Workbench,
    model: NumericalReasoner,
    real: Sequence[Question] = (),
    pseudo: Sequence[PseudoQuestion] = (),
) -> dict[str, object]:
    """Pre-train on QIND, then on QGND made of ordinal questions (paper, "Pre-training Tasks").

    Args:
        workbench: graph, encoder and settings.
        model: the numerical reasoner; trained in place.
        real: real training questions; the ordinal ones give question-guided instances.
        pseudo: pseudo questions; so do they.

    Returns:
        Facts: steps, and direct Hits@1 on instances whose numbers training never saw.
    """
    settings = workbench.settings
    with stage("generating number data and embedding it"):
        train, dev, test = _split_values(workbench)
        own = settings.number_data
        qind = NumberSplit(_qind(workbench, train, own.train, 0), _qind(workbench, dev, own.dev, 1))
        unseen = _qind(workbench, test, own.dev, 2)
        qgnd = _qgnd(workbench, real, pseudo, train)
    with stage("pre-training numerical reasoning"):
        history = pretrain_numbers(model, qind, qgnd, settings.number_training, seed=settings.seed)
    hits = {name: round(100 * value, 2) for name, value in direct_hits(model, unseen).items()}
    if unknown := int((~model.knows(unseen.vectors)).sum()):
        say(f"{unknown} of {len(unseen.vectors)} test numbers have no vector: pre-training never saw them")
    guided = {} if qgnd is None else direct_hits(model, qgnd.dev)
    return {
        "steps": history.steps,
        "direct_hits1": hits,
        "direct_hits1_qgnd": {name: round(100 * value, 2) for name, value in guided.items()},
        "test_numbers_without_vector": unknown,
        "instances": {"qind": len(qind.train), "qgnd": 0 if qgnd is None else len(qgnd.train)},
    }


def _split_values(workbench: Workbench) -> list[list[RelationValues]]:
    """Values to train on, to stop by and to test on.

    No number is in two parts, unless the graph has too few numbers for that: then each part has all.
    """
    own, seed = workbench.settings.number_data, workbench.settings.seed
    held, values = own.held_out_values, distinct_values(workbench.kb)
    parts = split_values(values, shares=(1 - held, held / 2, held / 2), seed=seed)
    if not all(map(_comparable, parts)):
        say("the graph has too few numbers to hold some out: number embeddings are tested on those they know")
        parts = [values] * len(parts)
    limits = (own.max_values, own.max_values // 5, own.max_values // 5)
    return [[_thinned(one, limit, seed) for one in part] for part, limit in zip(parts, limits, strict=True)]


def _comparable(part: Sequence[RelationValues]) -> bool:
    """Whether some relation has two numbers of which one is larger."""
    return any(len(one.value) > 1 and one.low.max() > one.high.min() for one in part)


def _thinned(values: RelationValues, limit: int, seed: int) -> RelationValues:
    """A random part of the values: embedding all coordinates of a large graph teaches nothing new."""
    if len(values.value) <= limit:
        return values
    rng = np.random.default_rng([seed, values.relation])
    return values.chosen(np.sort(rng.choice(len(values.value), limit, replace=False)))


def _qind(workbench: Workbench, values: Sequence[RelationValues], count: int, part: int) -> NumberData:
    settings = workbench.settings.number_data
    instances = generate_qind(
        workbench.kb,
        count=count,
        seed=3 * workbench.settings.seed + part,
        max_numbers=settings.max_numbers,
        max_k=settings.max_k,
        style=settings.determiners,
        values=values,
    )
    return encode_instances(instances, workbench.encoder, workbench.numbers)


def _qgnd(
    workbench: Workbench,
    real: Sequence[Question],
    pseudo: Sequence[PseudoQuestion],
    values: Sequence[RelationValues],
) -> NumberSplit | None:
    settings, kb = workbench.settings, workbench.kb
    ordinal = [question for question in real if is_ordinal(question)]
    relevance = workbench.builder.relevance(ordinal)
    scores = {q.id: dict(enumerate(r.numerical.tolist())) for q, r in zip(ordinal, relevance, strict=True)}
    linked = [workbench.with_topics(question) for question in ordinal]
    own_pairs = list(pairs_from_questions(kb, linked, scores))
    pairs = [*own_pairs, *pairs_from_pseudo(pseudo)]
    own = settings.number_data
    instances = generate_qgnd(kb, pairs, seed=settings.seed, max_numbers=own.max_numbers)
    varied = vary_questions(
        _more_of_the_real(pairs, len(own_pairs)),
        values,
        count=own.varied,
        seed=settings.seed,
        max_k=own.max_k,
        max_numbers=own.max_numbers,
        style=own.determiners,
    )
    instances = instances.joined(varied)
    if len(instances) < 2:
        return None
    train, dev = _part(instances, every=round(1 / QGND_DEV))
    return NumberSplit(
        *(encode_instances(part, workbench.encoder, workbench.numbers) for part in (train, dev))
    )


def _more_of_the_real(pairs: Sequence[NumberPair], num_real: int) -> list[NumberPair]:
    """Real questions, which stand first, repeated until they are half: their wording is people's own."""
    real, pseudo = list(pairs[:num_real]), list(pairs[num_real:])
    return real * max(1, len(pseudo) // max(len(real), 1)) + pseudo


def _part(instances: NumberInstances, every: int) -> tuple[NumberInstances, NumberInstances]:
    """Every n-th instance apart from the others."""
    dev = list(range(0, len(instances), every))
    train = [i for i in range(len(instances)) if i % every]
    return instances.chosen(train), instances.chosen(dev)
