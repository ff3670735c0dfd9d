"""The number stage of Algorithm 1: QIND and QGND out of the graph, and pre-training on them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

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
from numkbqa.training.pretrained_numbers import find_start
from numkbqa.training.settings import QindSettings
from numkbqa.training.workbench import Workbench

QGND_DEV = 0.1
"""Share of the questions of QGND that stop its pre-training."""


@dataclass(frozen=True, slots=True)
class _Guided:
    """QGND: what trains and stops, and what tests; no question is in two of them."""

    split: NumberSplit
    test: NumberData | None


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
        Facts: steps, and direct Hits@1 on instances whose numbers or questions training never saw.
    """
    settings = workbench.settings
    start = find_start(settings, workbench.encoder.name)
    if start is not None:
        start.load(model)
    with stage("generating number data and embedding it"):
        train, dev, test = split_for_training(workbench)
        own = settings.number_data
        if start is not None:
            own, pseudo = _adapting(own), pseudo[: own.adapting]
        qind = NumberSplit(_qind(workbench, train, own.train, 0), _qind(workbench, dev, own.dev, 1))
        unseen = _qind(workbench, test, own.dev, 2)
        qgnd = _qgnd(workbench, real, pseudo, train, own)
    with stage("pre-training numerical reasoning"):
        history = pretrain_numbers(
            model,
            qind,
            None if qgnd is None else qgnd.split,
            settings.number_training,
            warm=start is not None,
            seed=settings.seed,
        )
    if unknown := int((~model.knows(unseen.vectors)).sum()):
        say(f"{unknown} of {len(unseen.vectors)} test numbers have no vector: pre-training never saw them")
    guided = None if qgnd is None else qgnd.test or qgnd.split.dev
    return {
        "start": "random" if start is None else start.key,
        "steps": history.steps,
        "direct_hits1": percent_hits(model, unseen),
        "direct_hits1_qgnd": {} if guided is None else percent_hits(model, guided),
        "test_numbers_without_vector": unknown,
        "instances": {"qind": len(qind.train), "qgnd": 0 if qgnd is None else len(qgnd.split.train)},
    }


def _adapting(data: QindSettings) -> QindSettings:
    """How much of each kind it takes to adapt pre-trained weights."""
    return data.model_copy(
        update={name: min(getattr(data, name), data.adapting) for name in ("train", "varied")}
    )


def percent_hits(model: NumericalReasoner, data: NumberData) -> dict[str, float]:
    """`direct_hits` in per cent.

    Args:
        model: the model; left in evaluation mode.
        data: instances.

    Returns:
        Hits@1 of all instances, of each end and of each rank.
    """
    return {name: round(100 * value, 2) for name, value in direct_hits(model, data).items()}


def split_for_training(workbench: Workbench) -> list[list[RelationValues]]:
    """Values to train on, to stop by and to test on.

    No number is in two parts, unless the graph has too few numbers for that: then each part has all.

    Args:
        workbench: graph and settings.

    Returns:
        The three parts.
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
    own: QindSettings,
) -> _Guided | None:
    seed, sources = workbench.settings.seed, (_real_pairs(workbench, real), list(pairs_from_pseudo(pseudo)))
    shares = QGND_DEV, own.guided_test
    of_real, of_pseudo = (_parted(pairs, shares, seed) for pairs in sources)
    train, dev, test = (
        _part(workbench, balanced(mine, made), values, own, round(share * own.varied), seed + number)
        for number, (mine, made, share) in enumerate(zip(of_real, of_pseudo, (1.0, *shares), strict=True))
    )
    if not len(train) or not len(dev):
        return None

    def encoded(part: NumberInstances) -> NumberData:
        return encode_instances(part, workbench.encoder, workbench.numbers)

    return _Guided(NumberSplit(encoded(train), encoded(dev)), encoded(test) if len(test) else None)


def balanced(real: Sequence[NumberPair], pseudo: Sequence[NumberPair]) -> list[NumberPair]:
    """Real pairs as often as it takes beside the pseudo ones, which are many more.

    Half of what is learned from is then in people's own words, and not in those of templates.

    Args:
        real: pairs of real questions.
        pseudo: pairs of pseudo questions.

    Returns:
        The real pairs, once or more, as many in all as the pseudo ones at most if more than once; then the
        pseudo ones.
    """
    times = max(1, len(pseudo) // len(real)) if real else 0
    return [*(pair for _ in range(times) for pair in real), *pseudo]


def _part(
    workbench: Workbench,
    pairs: Sequence[NumberPair],
    values: Sequence[RelationValues],
    own: QindSettings,
    num_varied: int,
    seed: int,
) -> NumberInstances:
    """One part of QGND: an instance of each pair that gives one, and varied ones of the same pairs."""
    instances = generate_qgnd(workbench.kb, pairs, seed=seed, max_numbers=own.max_numbers)
    varied = vary_questions(
        pairs,
        values,
        count=num_varied,
        seed=seed,
        max_k=own.max_k,
        max_numbers=own.max_numbers,
        style=own.determiners,
        loose=own.loose,
    )
    return instances.joined(varied)


def _real_pairs(workbench: Workbench, real: Sequence[Question]) -> list[NumberPair]:
    ordinal = [question for question in real if question.is_ordinal]
    relevance = workbench.builder.relevance(ordinal)
    scores = {q.id: dict(enumerate(r.numerical.tolist())) for q, r in zip(ordinal, relevance, strict=True)}
    linked = [workbench.with_topics(question) for question in ordinal]
    return list(pairs_from_questions(workbench.kb, linked, scores))


def _parted(pairs: Sequence[NumberPair], shares: Sequence[float], seed: int) -> list[list[NumberPair]]:
    """The rest and a part of each share; pairs of one text stay together, and no part is the whole."""
    texts = sorted({pair.text for pair in pairs})
    random.Random(seed).shuffle(texts)
    ends = [round(share * len(texts)) for share in shares]
    ends[0] = max(ends[0], int(len(texts) > 1))
    part_of = dict.fromkeys(texts, 0)
    for number, end in enumerate(ends):
        start = sum(ends[:number])
        part_of |= dict.fromkeys(texts[start : start + end], number + 1)
    return [[pair for pair in pairs if part_of[pair.text] == part] for part in range(len(shares) + 1)]
