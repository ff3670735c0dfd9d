import pytest
import torch
from torch import Tensor

from numkbqa.reasoning.comprehensive import IntegrationSettings, NumberIntegration, RelationRelevance
from tests.support.plain_transformer import linear, norm

ENTITIES = 5
ENTITY_OF = torch.tensor([0, 0, 0, 1, 3, 4, 4])
PAIR_OF = torch.tensor([0, 0, 1, 1, 2, 2, 3])
QUESTION_OF = torch.tensor([0, 0, 1, 1, 1])


def make(**settings: object) -> NumberIntegration:
    torch.manual_seed(0)
    own = IntegrationSettings.model_validate(settings)
    return NumberIntegration(own, entity_width=4, number_width=3, relation_width=5).double()


def run(
    module: NumberIntegration, numbers: Tensor, entity: list[int], pair: list[int], logits: list[float]
) -> tuple[Tensor, Tensor]:
    torch.manual_seed(1)
    return module(  # type: ignore[no-any-return]
        torch.zeros(3, 4, dtype=torch.float64),
        numbers,
        torch.randn(len(logits), 5, dtype=torch.float64),
        torch.tensor(logits, dtype=torch.float64),
        number_entity=torch.tensor(entity),
        number_pair=torch.tensor(pair),
        pair_question=torch.zeros(len(logits), dtype=torch.long),
    )


def make_input() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Entities, numbers, relations and logits of two questions; the last pair is left out."""
    torch.manual_seed(2)
    shapes = (ENTITIES, 4), (len(ENTITY_OF), 3), (len(QUESTION_OF), 5), (len(QUESTION_OF),)
    entities, numbers, relations, logits = (torch.randn(shape, dtype=torch.float64) for shape in shapes)
    logits[-1] = -torch.inf
    return entities, numbers, relations, logits


def integrate(module: NumberIntegration, *parts: Tensor) -> tuple[Tensor, Tensor]:
    return module(  # type: ignore[no-any-return]
        *parts, number_entity=ENTITY_OF, number_pair=PAIR_OF, pair_question=QUESTION_OF
    )


@pytest.mark.parametrize("layer_norm", [True, False])
def test_equals_the_printed_formula(layer_norm: bool) -> None:
    module, parts = make(normalise_over="question", layer_norm=layer_norm), make_input()
    with torch.no_grad():
        for parameter in module.norm.parameters():
            parameter.add_(torch.rand_like(parameter))
        scores, alpha = integrate(module, *parts)
        expected_scores, expected_alpha = printed_formula(module, *parts)
    torch.testing.assert_close(alpha, expected_alpha, rtol=0, atol=1e-9)
    torch.testing.assert_close(scores, expected_scores, rtol=0, atol=1e-9)


def printed_formula(
    module: NumberIntegration, entities: Tensor, numbers: Tensor, relations: Tensor, logits: Tensor
) -> tuple[Tensor, Tensor]:
    """Scores and alpha over R_q of the question, number by number; values of one relation share its alpha."""
    scores, alpha = [], torch.zeros_like(logits)
    for pair in range(len(logits)):
        r_q = [other for other in range(len(logits)) if QUESTION_OF[other] == QUESTION_OF[pair]]
        alpha[pair] = logits[pair].exp() / logits[r_q].exp().sum()
    owners = list(zip(ENTITY_OF.tolist(), PAIR_OF.tolist(), strict=True))
    for entity in range(ENTITIES):
        injected = torch.zeros_like(entities[entity])
        for pair, relation in enumerate(relations):
            values = [i for i, owner in enumerate(owners) if owner == (entity, pair)]
            for v in numbers[values]:
                start = norm(module.norm, v) if isinstance(module.norm, torch.nn.LayerNorm) else v
                told = linear(module.number_layer, torch.cat([relation, start]))
                injected = injected + alpha[pair] / len(values) * told
        merged = linear(module.merge, torch.cat([entities[entity], injected]))
        scores.append(linear(module.scorer, merged)[0])
    return torch.stack(scores), alpha


@pytest.mark.parametrize("normalise_over", ["question", "entity"])
def test_gradients_are_those_of_finite_differences(normalise_over: str) -> None:
    module = make(normalise_over=normalise_over)
    # Inputs are moved in place, and so are the parameters that the module reads by itself.
    moved = (*(part.requires_grad_() for part in make_input()), *module.parameters())
    assert torch.autograd.gradcheck(lambda e, v, r, alpha, *_: integrate(module, e, v, r, alpha), moved)


def test_two_values_of_one_relation_do_not_count_double() -> None:
    module = make()
    number = torch.randn(1, 3, dtype=torch.float64)
    once, _ = run(module, number, [0], [0], [0.0])
    twice, _ = run(module, number.repeat(2, 1), [0, 0], [0, 0], [0.0])
    torch.testing.assert_close(once, twice)


def test_over_the_entity_a_single_value_has_full_weight() -> None:
    numbers = torch.randn(2, 3, dtype=torch.float64)
    low, _ = run(make(normalise_over="entity"), numbers, [0, 1], [0, 1], [-5.0, 5.0])
    high, _ = run(make(normalise_over="entity"), numbers, [0, 1], [0, 1], [5.0, -5.0])
    torch.testing.assert_close(low, high)
    over_question, _ = run(make(), numbers, [0, 1], [0, 1], [-5.0, 5.0])
    assert not torch.allclose(over_question, low)


def test_over_the_entity_each_number_counts_for_itself_as_printed() -> None:
    module, logits = make(normalise_over="entity"), torch.tensor([1.0, 2.5], dtype=torch.float64)
    numbers = torch.randn(3, 3, dtype=torch.float64)
    scores, _ = run(module, numbers, [0, 0, 0], [0, 1, 1], logits.tolist())
    torch.manual_seed(1)
    relations = torch.randn(2, 5, dtype=torch.float64)
    raised = [logits[pair].exp() for pair in (0, 1, 1)]
    injected = torch.zeros(4, dtype=torch.float64)
    for number, (pair, own) in enumerate(zip((0, 1, 1), raised, strict=True)):
        told = module.number_layer(torch.cat([relations[pair], module.norm(numbers[number])]))
        injected = injected + own / sum(raised) * told
    expected = module.scorer(module.merge(torch.cat([torch.zeros(4, dtype=torch.float64), injected])))
    torch.testing.assert_close(scores[0], expected[0], rtol=1e-9, atol=1e-9)


def test_pairs_left_out_have_no_weight() -> None:
    _, alpha = run(make(), torch.randn(1, 3, dtype=torch.float64), [0], [1], [-torch.inf, 0.5])
    assert alpha.tolist() == [0.0, 1.0]


def test_relevance_starts_as_the_scaled_cosine() -> None:
    module = RelationRelevance(IntegrationSettings(), 5)
    logits, learned = module(torch.tensor([0.2, 0.4]), torch.randn(2, 5), torch.randn(2, 5))
    torch.testing.assert_close(logits, module.temperature * torch.tensor([0.2, 0.4]))
    assert learned.tolist() == [0, 0]


def test_the_learned_term_is_what_departs_from_retrieval() -> None:
    module = RelationRelevance(IntegrationSettings(), 5)
    torch.nn.init.normal_(module.relation_side.weight)
    relevance = torch.tensor([0.2, 0.4])
    logits, learned = module(relevance, torch.randn(2, 5), torch.randn(2, 5))
    assert float(learned.detach().abs().min()) > 0
    torch.testing.assert_close(logits - learned, module.temperature * relevance)
