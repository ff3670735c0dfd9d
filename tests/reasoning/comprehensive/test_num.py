from dataclasses import replace

import torch
from torch import Tensor

from numkbqa.reasoning.comprehensive import ModelOutput, NumberInjectedReasoner, NumPlugIn
from numkbqa.reasoning.comprehensive.num import likeliest
from numkbqa.reasoning.numerical import NumericalInput
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch
from tests.support.random_model import random_fusion, random_plug_in
from tests.support.reasoners import in_double


def plug_in_of(model: NumberInjectedReasoner) -> NumPlugIn:
    assert isinstance(model.plug_in, NumPlugIn)
    return model.plug_in


def by_loops(model: NumberInjectedReasoner, output: ModelOutput, batch: Batch) -> Tensor:
    """Scores with numbers, pair by pair and number by number; no more entities or relations than are read."""
    plug_in, p = plug_in_of(model), output.basic.probabilities
    summed = torch.zeros(batch.num_entities, plug_in.numerical.width, dtype=torch.float64)
    for pair, question in enumerate(batch.numerical_pair_question.tolist()):
        own = [n for n, of in enumerate(batch.number_pair.tolist()) if of == pair]
        own = [n for n in own if p[batch.number_entity[n]] > 0 and output.answerable[batch.number_entity[n]]]
        if not own:
            continue
        interval = {n: (float(batch.low[n]), float(batch.high[n])) for n in own}
        keys = sorted(set(interval.values()))
        firsts = [min(n for n in own if interval[n] == key) for key in keys]
        text = plug_in.relation_vectors[batch.numerical_pair_relation[pair]]
        words = batch.words[question][batch.word_mask[question]]
        embedded = plug_in.numerical(
            NumericalInput(
                words[None],
                torch.ones(1, len(words), dtype=torch.bool),
                batch.asked[[question]],
                plug_in.numbers(batch.value[firsts]).double()[None],
                torch.ones(1, len(keys), dtype=torch.bool),
                batch.low[firsts][None],
                batch.high[firsts][None],
                torch.zeros(1, dtype=torch.long),
            )
        )[0]
        gate = torch.sigmoid(plug_in.fusion.relation(text) * plug_in.fusion.question(words.mean(0)))
        for n in own:
            summed[batch.number_entity[n]] += gate * embedded[keys.index(interval[n])]
    joined = torch.cat([output.basic.entities, p[:, None] * summed], dim=1)
    return model.basic.score(torch.relu(plug_in.fusion.merge(joined)))


def with_ties(batch: Batch) -> Batch:
    """Fewer distinct numbers than entities that have one."""
    low = (batch.low / 40).round()
    return replace(batch, low=low, high=low)


def test_equals_the_formulas_number_by_number() -> None:
    for key in ("nsm", "graftnet"):
        model = random_fusion(key=key, plug_in="num").double()
        batch = with_ties(in_double(random_batch(3)[1]))
        with torch.no_grad():
            output = model(batch, torch.ones(batch.num_questions, dtype=torch.float64))
            expected = by_loops(model, output, batch)
        torch.testing.assert_close(output.scores, expected, rtol=0, atol=1e-9)
        assert not torch.allclose(output.scores, output.basic.scores)


def test_the_likeliest_entities_of_each_question() -> None:
    _, batch = random_batch(5)
    p = torch.rand(batch.num_entities)
    p[batch.topics] = 0
    chosen = likeliest(p, batch, 3)
    for question in range(batch.num_questions):
        own = (batch.entity_question == question).nonzero().squeeze(-1).tolist()
        best = sorted(own, key=lambda entity: -float(p[entity]))[:3]
        assert [entity for entity in own if chosen[entity]] == sorted(e for e in best if p[e] > 0)
    assert not likeliest(torch.zeros_like(p), batch, 3).any()


def test_no_more_entities_and_relations_are_read_than_asked_for() -> None:
    model = random_fusion(plug_in="num")
    _, batch = random_batch(3)
    ordinal = torch.ones(batch.num_questions)
    wide = model(batch, ordinal)
    assert all(n > 1 for n in torch.bincount(batch.numerical_pair_question[wide.relevance > 0]).tolist())
    settings = {"max_entities": 2, "max_relations": 1, "identity_start": False}
    narrow_plug_in = random_plug_in("num", model.basic.width, fusion=settings)
    narrow_plug_in.load_state_dict(plug_in_of(model).state_dict())
    model.plug_in = narrow_plug_in.eval()
    narrow = model(batch, ordinal)
    assert torch.bincount(batch.numerical_pair_question[narrow.relevance > 0]).max() == 1
    assert not torch.allclose(narrow.scores, wide.scores)
