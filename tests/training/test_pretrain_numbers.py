from collections.abc import Sequence

import numpy as np
import pytest
import torch
from numpy.typing import ArrayLike

from numkbqa.errors import NumkbqaError
from numkbqa.questions.instances import NumberInstance, NumberInstances, pack
from numkbqa.questions.ordinal import ranked
from numkbqa.questions.qind import only_kth
from numkbqa.reasoning.numerical import NumericalTransformer, NumericalTransformerSettings
from numkbqa.reasoning.numerical.end_ranks import RankFeature
from numkbqa.reasoning.numerical.number_vectors import NumberVectors
from numkbqa.text import CachedEncoder, special_number_embeddings
from numkbqa.text.tiny import TinyEncoder
from numkbqa.training.number_data import NumberData, bucketed, encode_instances, in_order, join
from numkbqa.training.pretrain_numbers import NumberSplit, direct_hits, pretrain_numbers
from numkbqa.training.pretraining_settings import PretrainingSettings
from numkbqa.values.ranks import Direction

WIDTH = 16
ENCODER = CachedEncoder(TinyEncoder(WIDTH), None)
QUICK = PretrainingSettings(batch_size=50, learning_rate=5e-3, qind_epochs=4, qgnd_epochs=2, check_every=20)


def embed(texts: Sequence[str]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return special_number_embeddings(ENCODER, texts)


def instance(text: str, values: ArrayLike, direction: Direction, k: int, answer: int) -> NumberInstance:
    """An instance of exact numbers; the handle of a number is its value."""
    handles = np.array(values, dtype=np.int64)
    keys = handles.astype(np.float64)
    return NumberInstance(text, 0, direction, k, handles, keys, keys, answer)


def make_instances(seed: int, number: int, first_value: int = 0, template: str = "{}") -> NumberInstances:
    """Random number sets, each asking for the largest or smallest."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(number):
        chosen = first_value + rng.choice(2000, rng.integers(2, 12), replace=False)
        if rng.integers(2):
            made.append(instance(template.format("largest"), chosen, Direction.MAX, 1, int(chosen.argmax())))
        else:
            made.append(instance(template.format("smallest"), chosen, Direction.MIN, 1, int(chosen.argmin())))
    return pack(made)


def encode(instances: NumberInstances) -> NumberData:
    return encode_instances(instances, ENCODER, NumberVectors(str, embed, 2 * WIDTH))


def make_data(seed: int, number: int, first_value: int = 0, template: str = "{}") -> NumberData:
    return encode(make_instances(seed, number, first_value, template))


def make_model(seed: int = 0, rank_feature: RankFeature = "asked") -> NumericalTransformer:
    torch.manual_seed(seed)
    settings = NumericalTransformerSettings(width=32, heads=4, rank_feature=rank_feature)
    return NumericalTransformer(settings, WIDTH, 2 * WIDTH)


def test_batches_hold_the_number_sets_of_their_instances() -> None:
    instances = make_instances(0, 20)
    data = encode(instances)
    chosen = torch.tensor([7, 3, 11])
    batch, answer = data.batch(chosen)
    for row, place in enumerate(chosen.tolist()):
        start, end = instances.offsets[place : place + 2]
        real = batch.number_mask[row]
        assert batch.low[row][real].tolist() == sorted(instances.low[start:end])
        assert float(batch.low[row, answer[row]]) == instances.low[start + instances.answer[place]]
        handles = instances.value[start:end][np.argsort(instances.low[start:end])]
        expected = torch.from_numpy(embed([str(handle) for handle in handles]))
        torch.testing.assert_close(batch.numbers[row][real], expected)
        words = batch.words[batch.pair_question[row]][batch.word_mask[batch.pair_question[row]]]
        torch.testing.assert_close(words.numpy(), ENCODER.word_states([instances.texts[place]])[0])


def test_equal_numbers_of_an_instance_share_a_node_which_may_be_the_answer() -> None:
    data = encode(pack([instance("largest", [5, 9, 9, 1], Direction.MAX, 1, 2)]))
    batch, answer = data.batch(torch.tensor([0]))
    assert batch.low.tolist() == [[1.0, 5.0, 9.0]]
    assert answer.tolist() == [2]


def test_joined_data_gives_the_batches_of_both_parts() -> None:
    first, second = make_data(0, 10), make_data(1, 6, 5000, "which one is the {} of all")
    both = join(first, second)
    for part, offset in ((first, 0), (second, len(first))):
        batch, answer = part.batch(torch.arange(6))
        joined, joined_answer = both.batch(torch.arange(6) + offset)
        torch.testing.assert_close(joined.low, batch.low)
        real = batch.number_mask
        torch.testing.assert_close(joined.numbers[real], batch.numbers[real])
        assert torch.equal(joined_answer, answer)
        for row in range(6):
            one, other = batch.pair_question[row], joined.pair_question[row]
            torch.testing.assert_close(
                joined.words[other][joined.word_mask[other]], batch.words[one][batch.word_mask[one]]
            )


def test_bucketed_batches_hold_every_instance_once_and_similar_sizes() -> None:
    sizes = torch.arange(2, 52).repeat(20)
    batches = bucketed(sizes, 100, torch.Generator().manual_seed(0))
    assert torch.cat(batches).sort().values.tolist() == list(range(1000))
    padded = sum(len(batch) * int(sizes[batch].max()) for batch in batches)
    assert padded < 1.25 * int(sizes.sum())


def test_pretraining_learns_the_order_of_unseen_numbers_that_say_nothing_of_magnitude() -> None:
    model = make_model()
    dev, test = make_data(1, 200, 10_000), make_data(2, 300, 20_000)
    untrained = direct_hits(model, test)["all"]
    history = pretrain_numbers(
        model, NumberSplit(make_data(0, 1500), dev), None, QUICK, progress=lambda _: None
    )
    hits = direct_hits(model, test)
    assert untrained < 0.6
    assert hits["all"] > 0.97
    assert hits["top"] > 0.95
    assert hits["bottom"] > 0.95
    assert history.checks[-1][4] == max(check[4] for check in history.checks)


def test_qgnd_follows_qind_and_mixes_it_in() -> None:
    lines: list[str] = []
    qind = NumberSplit(make_data(0, 300), make_data(1, 50, 10_000))
    question = "what is the {} of them"
    qgnd = NumberSplit(make_data(3, 90, 0, question), make_data(4, 30, 10_000, question))
    settings = QUICK.model_copy(update={"batch_size": 10, "qind_epochs": 1, "good_enough": 2.0})
    history = pretrain_numbers(make_model(), qind, qgnd, settings, progress=lines.append)
    # 90 instances are nine tenths of an epoch, QIND's share the last tenth.
    assert history.steps == {"QIND": 30, "QGND": 20}
    assert [check[0] for check in history.checks] == ["QIND", "QIND", "QGND"]
    assert len(lines) == 3
    without = settings.model_copy(update={"qind_epochs": 0})
    history = pretrain_numbers(make_model(), qind, qgnd, without, progress=lines.append)
    assert history.steps == {"QGND": 18}  # none of QIND's


def test_a_stage_stops_when_it_was_good_enough_twice() -> None:
    settings = QUICK.model_copy(update={"check_every": 1, "good_enough": 0.01})
    split = NumberSplit(make_data(0, 300), make_data(1, 50, 10_000))
    history = pretrain_numbers(make_model(), split, None, settings, progress=lambda _: None)
    assert history.steps == {"QIND": 2}


def test_the_same_seed_gives_the_same_parameters_and_leaves_the_random_state_alone() -> None:
    settings = QUICK.model_copy(update={"qind_epochs": 1})
    split = NumberSplit(make_data(0, 200), make_data(1, 50, 10_000))
    states = []
    for seed in (5, 5, 6):
        model = make_model()
        before = torch.random.get_rng_state()
        pretrain_numbers(model, split, None, settings, seed=seed, progress=lambda _: None)
        assert torch.equal(torch.random.get_rng_state(), before)
        states.append(torch.cat([parameter.detach().flatten() for parameter in model.parameters()]))
    assert torch.equal(states[0], states[1])
    assert not torch.equal(states[0], states[2])


def test_an_interruption_passes_through_and_leaves_the_random_state_alone() -> None:
    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    split = NumberSplit(make_data(0, 200), make_data(1, 50, 10_000))
    model, before = make_model(), torch.random.get_rng_state()
    with pytest.raises(KeyboardInterrupt):
        pretrain_numbers(model, split, None, QUICK, progress=interrupt)
    assert torch.equal(torch.random.get_rng_state(), before)


def test_a_loss_that_is_not_a_number_stops_at_once() -> None:
    model = make_model()
    with torch.no_grad():
        model.separator.fill_(torch.nan)
    split = NumberSplit(make_data(0, 200), make_data(1, 50, 10_000))
    with pytest.raises(NumkbqaError, match="learning_rate"):
        pretrain_numbers(model, split, None, QUICK, progress=lambda _: None)


@pytest.mark.parametrize("loss", ["triplet_weight", "prediction_weight"])
def test_each_loss_can_be_left_out(loss: str) -> None:
    split = NumberSplit(make_data(0, 200), make_data(1, 50, 10_000))
    both, one = make_model(), make_model()
    quick = QUICK.model_copy(update={"qind_epochs": 1, "weight_decay": 0.0})
    pretrain_numbers(both, split, None, quick, progress=lambda _: None)
    pretrain_numbers(one, split, None, quick.model_copy(update={loss: 0.0}), progress=lambda _: None)
    assert not torch.equal(one.number_input.weight, both.number_input.weight)
    # NPL alone reaches W_pretrain.
    untouched = torch.equal(one.scorer.weight, make_model().scorer.weight)
    assert untouched == (loss == "prediction_weight")


def test_without_npl_the_last_parameters_are_kept_whatever_the_hits() -> None:
    split = NumberSplit(make_data(0, 200), make_data(1, 50, 10_000))
    settings = QUICK.model_copy(
        update={"qind_epochs": 2, "prediction_weight": 0.0, "check_every": 1, "good_enough": 0.01}
    )
    history = pretrain_numbers(make_model(), split, None, settings, progress=lambda _: None)
    assert history.steps == {"QIND": 8}


def test_a_stage_that_the_weights_know_is_left_out_only_when_they_are_warm() -> None:
    settings = QUICK.model_copy(update={"qind_epochs": 1, "good_enough": 0.01})
    split = NumberSplit(make_data(0, 100), make_data(1, 50, 10_000))
    model = make_model()
    before = {name: p.clone() for name, p in model.named_parameters()}
    history = pretrain_numbers(model, split, None, settings, warm=True, progress=lambda _: None)
    assert history.steps == {"QIND": 0}
    assert all(torch.equal(p, before[name]) for name, p in model.named_parameters())
    strict = settings.model_copy(update={"good_enough": 1.1})
    assert pretrain_numbers(model, split, None, strict, warm=True, progress=lambda _: None).steps == {
        "QIND": 2
    }


@pytest.mark.parametrize("told", ["seen", "asked"])
def test_sets_ten_times_as_large_as_in_training_and_mixed_precision_and_signs(told: RankFeature) -> None:
    model = make_model(rank_feature=told)
    data, dev = make_mixed(0, 3000, 12), make_mixed(1, 200, 12)
    pretrain_numbers(model, NumberSplit(data, dev), None, QUICK, progress=lambda _: None)
    for size in (12, 120, 500):
        hits = direct_hits(model, make_mixed(2, 200, size, least=size))
        assert hits["all"] > 0.99, (size, hits)


@pytest.mark.parametrize(("told", "reaches"), [("seen", False), ("asked", True)])
def test_ranks_beyond_those_of_training_need_the_asked_rank_told(told: RankFeature, reaches: bool) -> None:
    model = make_model(rank_feature=told)
    data, dev = make_mixed(0, 3000, 12), make_mixed(1, 200, 12)
    pretrain_numbers(model, NumberSplit(data, dev), None, QUICK, progress=lambda _: None)
    assert direct_hits(model, make_mixed(2, 200, 120, least=120))["all"] > 0.99
    beyond = direct_hits(model, make_mixed(3, 300, 120, least=120, ranks=range(4, 11)))["all"]
    assert beyond > 0.9 if reaches else beyond < 0.2


def make_mixed(
    seed: int, number: int, most: int, least: int = 2, ranks: Sequence[int] = (1, 2, 3)
) -> NumberData:
    """Sets of intervals, some wide, around zero; asked for one of these ranks from either end."""
    rng = np.random.default_rng(seed)
    made: list[NumberInstance] = []
    while len(made) < number:
        size = int(rng.integers(least, most + 1))
        low = rng.choice(8000, size, replace=False).astype(np.float64) - 4000
        high = low + np.where(rng.random(size) < 0.2, rng.integers(1, 4, size), 0)
        direction, k = (Direction.MAX, Direction.MIN)[rng.integers(2)], int(rng.choice(ranks))
        answer = only_kth(low, high, direction, k)
        if answer is not None:
            text = ranked("largest" if direction is Direction.MAX else "smallest", k)
            made.append(NumberInstance(text, 0, direction, k, low.astype(np.int64) + 4000, low, high, answer))
    return encode(pack(made))


def test_evaluation_batches_hold_few_of_the_large_sets() -> None:
    data = make_data(0, 60)
    batches = list(in_order(data, 25, 40))
    assert sorted(torch.cat(batches).tolist()) == list(range(60))
    assert all(len(batch) * int(data.sizes[batch].max()) <= 40 for batch in batches)
    assert [len(batch) for batch in in_order(data, 25, 1)] == [1] * 60


class LargestWins(NumericalTransformer):
    """Scores every number by its own value, so that exactly the questions for the largest are right."""

    def forward(self, batch: object) -> torch.Tensor:
        low: torch.Tensor = batch.low  # type: ignore[attr-defined]
        return low.unsqueeze(-1)

    def score(self, embeddings: torch.Tensor, number_mask: torch.Tensor) -> torch.Tensor:
        return embeddings.squeeze(-1).masked_fill(~number_mask, -torch.inf)


class NothingIsKnown(LargestWins):
    """Scores all numbers alike, but for rounding."""

    def forward(self, batch: object) -> torch.Tensor:
        return 1e-9 * super().forward(batch)


def test_numbers_with_equal_scores_share_a_hit() -> None:
    model = NothingIsKnown(NumericalTransformerSettings(width=32, heads=4), WIDTH, 2 * WIDTH)
    asked = [
        instance("largest", [1, 2, 3, 4], Direction.MAX, 1, 3),
        instance("smallest", [1, 2], Direction.MIN, 1, 0),
    ]
    hits = direct_hits(model, encode(pack(asked)))
    assert hits == {"all": 0.375, "top": 0.25, "bottom": 0.5, "k1": 0.375}


def test_direct_hits_are_split_by_end_and_k() -> None:
    model = LargestWins(NumericalTransformerSettings(width=32, heads=4), WIDTH, 2 * WIDTH)
    asked = [
        instance("largest", [1, 2, 3], Direction.MAX, 1, 2),
        instance("smallest", [1, 2, 3], Direction.MIN, 1, 0),
        instance("second largest", [1, 2, 3, 4, 5], Direction.MAX, 2, 3),
    ]
    data = encode(pack(asked))
    hits = direct_hits(model, data)
    assert hits == {"all": pytest.approx(1 / 3), "top": 0.5, "bottom": 0.0, "k1": 0.5, "k2": 0.0}
