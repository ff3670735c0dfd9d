import torch
from torch import Tensor

from numkbqa.reasoning.comprehensive import IntegrationSettings, NumberIntegration, RelationRelevance


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


def test_equals_the_printed_formula() -> None:
    module = make(normalise_over="question")
    numbers = torch.randn(3, 3, dtype=torch.float64)
    scores, alpha = run(module, numbers, [0, 0, 1], [0, 1, 1], [1.0, 2.0])
    torch.manual_seed(1)
    relations = torch.randn(2, 5, dtype=torch.float64)
    expected = torch.softmax(torch.tensor([1.0, 2.0], dtype=torch.float64), 0)
    torch.testing.assert_close(alpha, expected)
    message = [
        module.number_layer(torch.cat([relations[p], module.norm(numbers[i])]))
        for i, p in ((0, 0), (1, 1), (2, 1))
    ]
    injected = torch.stack(
        [
            expected[0] * message[0] + expected[1] * message[1],
            expected[1] * message[2],
            torch.zeros_like(message[0]),
        ]
    )
    merged = module.merge(torch.cat([torch.zeros(3, 4, dtype=torch.float64), injected], dim=-1))
    torch.testing.assert_close(scores, module.scorer(merged).squeeze(-1))


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
