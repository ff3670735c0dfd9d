import copy
from dataclasses import replace

import pytest
import torch
from pydantic import ValidationError
from torch import Tensor
from torch.nn import functional

from numkbqa.reasoning.numerical import NumericalInput, NumericalTransformer, NumericalTransformerSettings
from numkbqa.reasoning.numerical.losses import prediction_loss, sample_triples, triplet_loss
from numkbqa.reasoning.numerical.mask import Sam, number_visibility
from tests.support.plain_transformer import TOLD, plain_numbers, plain_ranks

WORD_WIDTH, NUMBER_WIDTH = 6, 10
SAMS = ["none", "paper", "two_way"]


def make(seed: int = 0, **settings: object) -> NumericalTransformer:
    torch.manual_seed(seed)
    chosen = NumericalTransformerSettings.model_validate({"width": 16, "heads": 4} | settings)
    return NumericalTransformer(chosen, WORD_WIDTH, NUMBER_WIDTH).eval()


def make_input(
    seed: int = 0, num_questions: int = 3, num_nodes: int = 7, furthest: int = 9
) -> NumericalInput:
    generator = torch.Generator().manual_seed(seed)
    pair_question = torch.tensor([0, 0, 1, 2, 2])
    num_pairs = len(pair_question)
    low = torch.randint(-furthest, furthest, (num_pairs, num_nodes), generator=generator).double()
    high = low + torch.randint(0, 3, low.shape, generator=generator)
    sizes = torch.tensor([7, 2, 5, 1, num_nodes])
    words = torch.randn(num_questions, 4, WORD_WIDTH, generator=generator)
    return NumericalInput(
        words=words,
        word_mask=torch.tensor([[1, 1, 1, 1], [1, 0, 0, 0], [1, 1, 1, 0]], dtype=torch.bool),
        asked=torch.tensor([1, 2, 12]),
        numbers=torch.randn(num_pairs, num_nodes, NUMBER_WIDTH, generator=generator),
        number_mask=torch.arange(num_nodes) < sizes.unsqueeze(1),
        low=low,
        high=high,
        pair_question=pair_question,
    )


def permuted(batch: NumericalInput, order: Tensor) -> NumericalInput:
    fields = ("numbers", "number_mask", "low", "high")
    return replace(batch, **{name: getattr(batch, name)[:, order] for name in fields})


def mirrored(model: NumericalTransformer) -> NumericalTransformer:
    """The model with the heads that see smaller numbers and those that see larger ones exchanged."""
    twin = copy.deepcopy(model)
    width = model.settings.width
    roll = torch.arange(width).roll(width // 2)
    with torch.no_grad():
        for layer in twin.layers:
            rows = torch.cat([roll + part * width for part in range(3)])
            layer.inputs.weight.copy_(layer.inputs.weight[rows])
            layer.inputs.bias.copy_(layer.inputs.bias[rows])
            layer.output.weight.copy_(layer.output.weight[:, roll])
        assert twin.rank_input is not None
        half = twin.rank_input.in_features // 2
        twin.rank_input.weight.copy_(twin.rank_input.weight.roll(half, dims=1))
    return twin


@pytest.mark.parametrize("sam", SAMS)
@pytest.mark.parametrize("rows", ["blind", "open"])
def test_shape_and_zero_pads(sam: Sam, rows: str) -> None:
    batch = make_input()
    embeddings = make(sam=sam, question_rows=rows)(batch)
    assert embeddings.shape == (5, 7, 16)
    assert embeddings.isfinite().all()
    assert (embeddings[~batch.number_mask] == 0).all()


@pytest.mark.parametrize("sam", SAMS)
def test_blind_rows_computed_once_equal_the_joint_sequence(sam: Sam) -> None:
    model, batch = make(sam=sam), make_input()
    words, numbers = model._word_rows(batch.words), model._number_rows(batch)
    real_words = functional.pad(batch.word_mask, (0, 1), value=True)
    visible = number_visibility(batch.low, batch.high, batch.number_mask, sam)
    pair = batch.pair_question
    joint = model.joint(words[pair], real_words[pair], numbers, visible, batch.number_mask, open_rows=False)
    real = batch.number_mask
    torch.testing.assert_close(model(batch)[real], joint[real])


def test_open_rows_differ_from_blind_ones() -> None:
    batch = make_input()
    blind, opened = make(sam="paper"), make(sam="paper", question_rows="open")
    opened.load_state_dict(blind.state_dict())
    assert not torch.allclose(blind(batch), opened(batch), atol=1e-3)


@pytest.mark.parametrize("sam", SAMS)
@pytest.mark.parametrize("rows", ["blind", "open"])
def test_order_of_the_numbers_does_not_matter(sam: Sam, rows: str) -> None:
    model, batch = make(sam=sam, question_rows=rows), make_input()
    order = torch.tensor([3, 0, 6, 1, 5, 2, 4])
    torch.testing.assert_close(model(permuted(batch, order)), model(batch)[:, order])


@pytest.mark.parametrize("rows", ["blind", "open"])
def test_pads_and_other_pairs_do_not_matter(rows: str) -> None:
    model, batch = make(question_rows=rows), make_input()
    noisy = replace(
        batch,
        numbers=torch.where(batch.number_mask.unsqueeze(-1), batch.numbers, torch.tensor(99.0)),
        low=torch.where(batch.number_mask, batch.low, 99.0),
        words=torch.where(batch.word_mask.unsqueeze(-1), batch.words, torch.tensor(99.0)),
    )
    torch.testing.assert_close(model(noisy), model(batch))
    alone = replace(
        batch,
        numbers=batch.numbers[2:3, :5],
        number_mask=batch.number_mask[2:3, :5],
        low=batch.low[2:3, :5],
        high=batch.high[2:3, :5],
        pair_question=batch.pair_question[2:3],
    )
    torch.testing.assert_close(model(alone)[0], model(batch)[2, :5])


@pytest.mark.parametrize("told", ["seen", "asked"])
def test_negated_numbers_and_exchanged_heads_give_the_same_embeddings(told: str) -> None:
    model, batch = make(sam="two_way", rank_feature=told), make_input()
    negated = replace(batch, low=-batch.high, high=-batch.low)
    torch.testing.assert_close(mirrored(model)(negated), model(batch))
    assert not torch.allclose(model(negated), model(batch), atol=1e-3)


def test_equal_numbers_get_equal_embeddings() -> None:
    model, batch = make(sam="two_way"), make_input()
    numbers, low, high = batch.numbers.clone(), batch.low.clone(), batch.high.clone()
    numbers[0, 1], low[0, 1], high[0, 1] = numbers[0, 0], low[0, 0], high[0, 0]
    embeddings = model(replace(batch, numbers=numbers, low=low, high=high))
    torch.testing.assert_close(embeddings[0, 1], embeddings[0, 0])


def test_only_the_order_of_the_keys_matters() -> None:
    model, batch = make(sam="two_way"), make_input()
    stretched = replace(batch, low=batch.low * 1000 + 5, high=batch.high * 1000 + 5)
    torch.testing.assert_close(model(stretched), model(batch))


def test_rank_feature_smaller_counts_the_smaller_numbers_of_the_pair() -> None:
    batch = make_input()
    model = make(sam="none", rank_feature="smaller")
    assert not torch.allclose(model(batch), make(sam="none")(batch), atol=1e-3)
    shuffled = replace(batch, low=-batch.high, high=-batch.low)
    assert not torch.allclose(model(shuffled), model(batch), atol=1e-3)


def test_without_a_mask_nothing_tells_the_order() -> None:
    model, batch = make(sam="none"), make_input()
    assert model.rank_input is None
    torch.testing.assert_close(model(replace(batch, low=-batch.high, high=-batch.low)), model(batch))


def test_rank_feature_asked_reads_the_rank_of_each_question() -> None:
    model, batch = make(rank_feature="asked"), make_input()
    other = replace(batch, asked=batch.asked + torch.tensor([0, 1, 0]))
    changed = (model(other) - model(batch)).abs().amax(dim=(1, 2)) > 1e-3
    assert changed.tolist() == [False, False, True, False, False]  # the pair of the second question alone
    seen = make(rank_feature="seen")
    torch.testing.assert_close(seen(other), seen(batch))


@pytest.mark.parametrize(("told", "meant"), [(False, "none"), (True, "smaller")])
def test_settings_of_older_models_keep_their_meaning(told: bool, meant: str) -> None:
    assert NumericalTransformerSettings.model_validate({"rank_feature": told}).rank_feature == meant


def large_set(num_nodes: int, seed: int = 0) -> NumericalInput:
    """One question and a set of distinct numbers, shuffled."""
    generator = torch.Generator().manual_seed(seed)
    low = torch.randperm(4 * num_nodes, generator=generator)[:num_nodes].double().unsqueeze(0) - 2 * num_nodes
    return NumericalInput(
        words=torch.randn(1, 4, WORD_WIDTH, generator=generator),
        word_mask=torch.ones(1, 4, dtype=torch.bool),
        asked=torch.ones(1, dtype=torch.long),
        numbers=torch.randn(1, num_nodes, NUMBER_WIDTH, generator=generator),
        number_mask=torch.ones(1, num_nodes, dtype=torch.bool),
        low=low,
        high=low,
        pair_question=torch.zeros(1, dtype=torch.long),
    )


@pytest.mark.parametrize("num_nodes", [2, 50, 500])
@pytest.mark.parametrize("told", ["seen", "asked"])
def test_large_sets_keep_order_shift_and_sign_symmetry(num_nodes: int, told: str) -> None:
    model, batch = make(sam="two_way", rank_feature=told), large_set(num_nodes)
    embeddings = model(batch)
    order = torch.randperm(num_nodes, generator=torch.Generator().manual_seed(1))
    torch.testing.assert_close(model(permuted(batch, order)), embeddings[:, order])
    shifted = replace(batch, low=batch.low + 1e6, high=batch.high + 1e6)
    torch.testing.assert_close(model(shifted), embeddings)
    negated = replace(batch, low=-batch.high, high=-batch.low)
    torch.testing.assert_close(mirrored(model)(negated), embeddings)


def shaken(model: NumericalTransformer) -> NumericalTransformer:
    """The model in float64, with every norm moved from where it starts, as if it had been trained."""
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return model.double()


def in_double(batch: NumericalInput) -> NumericalInput:
    return replace(batch, words=batch.words.double(), numbers=batch.numbers.double())


@pytest.mark.parametrize("sam", SAMS)
@pytest.mark.parametrize("rows", ["blind", "open"])
@pytest.mark.parametrize("rank_feature", ["none", "smaller", "seen", "asked"])
def test_it_computes_the_papers_equations(sam: Sam, rows: str, rank_feature: str) -> None:
    model = shaken(make(sam=sam, question_rows=rows, rank_feature=rank_feature))
    batch = in_double(make_input(num_nodes=16, furthest=30))
    assert max(plain_ranks(list(zip(batch.low[4].tolist(), batch.high[4].tolist(), strict=True)))) > TOLD
    with torch.no_grad():
        embeddings = model(batch)
        for pair, real in enumerate(batch.number_mask):
            expected = plain_numbers(model, batch, pair)
            torch.testing.assert_close(embeddings[pair][real], expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("rows", ["blind", "open"])
def test_gradients_are_those_of_finite_differences(rows: str) -> None:
    model, batch = shaken(make(question_rows=rows)), in_double(make_input())
    # Inputs are moved in place, and so are the parameters that the model reads by itself.
    moved = (batch.words.requires_grad_(), batch.numbers.requires_grad_(), *model.parameters())
    assert torch.autograd.gradcheck(
        lambda words, numbers, *_: model(replace(batch, words=words, numbers=numbers)), moved, fast_mode=True
    )


@pytest.mark.parametrize("rows", ["blind", "open"])
def test_every_parameter_gets_a_gradient(rows: str) -> None:
    model, batch = make(question_rows=rows).train(), make_input()
    embeddings = model(batch)
    triples = sample_triples(batch.low, batch.high, batch.number_mask, torch.Generator().manual_seed(0))
    answer = torch.zeros(5, dtype=torch.long)
    loss = triplet_loss(embeddings, *triples) + prediction_loss(
        model.score(embeddings, batch.number_mask), answer
    )
    torch.autograd.backward(loss)
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.isfinite().all(), name
        assert parameter.grad.abs().sum() > 0, name


def test_scores_of_pads_can_never_win() -> None:
    model, batch = make(), make_input()
    scores = model.score(model(batch), batch.number_mask)
    assert (scores[~batch.number_mask] == -torch.inf).all()
    assert scores[batch.number_mask].isfinite().all()


def test_a_trained_tiny_model_keeps_medians_closer_than_big_numbers() -> None:
    batch = make_input(num_nodes=7)
    batch = replace(batch, high=batch.low)
    model = make(sam="two_way", dropout=0.0).train()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    generator = torch.Generator().manual_seed(0)

    def share_in_order() -> float:
        nodes, valid = sample_triples(batch.low, batch.high, batch.number_mask, generator)
        small, median, big = functional.normalize(model(batch), dim=-1)[
            torch.arange(5)[:, None, None], nodes
        ].unbind(2)
        closer = (small * median).sum(-1) > (small * big).sum(-1)
        return float(closer[valid].float().mean())

    for _ in range(150):
        optimizer.zero_grad()
        triples = sample_triples(batch.low, batch.high, batch.number_mask, generator)
        torch.autograd.backward(triplet_loss(model(batch), *triples))
        optimizer.step()
    assert share_in_order() > 0.9


@pytest.mark.parametrize(
    "settings",
    [{"width": 60}, {"heads": 1, "sam": "two_way"}, {"sam": "other"}, {"ffn": 3}, {"dropout": 1.0}],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        NumericalTransformerSettings.model_validate(settings)
