import torch
from torch import Tensor

from numkbqa.reasoning.comprehensive import NumFusion, NumFusionSettings

ENTITIES, NUMBERS, PAIRS = 6, 8, 3
ENTITY_WIDTH, NUMBER_WIDTH, TEXT_WIDTH = 4, 5, 7
ENTITY_OF = torch.tensor([0, 0, 1, 3, 3, 3, 5, 1])
PAIR_OF = torch.tensor([0, 1, 0, 2, 2, 1, 0, 0])


def make(**settings: object) -> NumFusion:
    torch.manual_seed(0)
    fusion = NumFusion(
        NumFusionSettings.model_validate(settings),
        entity_width=ENTITY_WIDTH,
        number_width=NUMBER_WIDTH,
        text_width=TEXT_WIDTH,
    )
    return fusion.double().eval()


def make_input() -> tuple[Tensor, ...]:
    torch.manual_seed(1)
    shapes = (
        (ENTITIES, ENTITY_WIDTH),
        (ENTITIES,),
        (NUMBERS, NUMBER_WIDTH),
        (PAIRS, TEXT_WIDTH),
        (PAIRS, TEXT_WIDTH),
    )
    return tuple(torch.rand(shape, dtype=torch.float64) for shape in shapes)


def fuse(fusion: NumFusion, *parts: Tensor) -> Tensor:
    fused: Tensor = fusion(*parts, number_entity=ENTITY_OF, number_pair=PAIR_OF)
    return fused


def test_equals_the_formulas_number_by_number() -> None:
    fusion = make()
    entities, p, numbers, relations, questions = make_input()
    fused = fuse(fusion, entities, p, numbers, relations, questions)
    for entity in range(ENTITIES):
        summed = torch.zeros(NUMBER_WIDTH, dtype=torch.float64)
        for number in range(NUMBERS):
            if ENTITY_OF[number] == entity:
                pair = int(PAIR_OF[number])
                rho = fusion.relation.weight @ relations[pair] + fusion.relation.bias
                q = fusion.question.weight @ questions[pair] + fusion.question.bias
                summed = summed + torch.sigmoid(rho * q) * numbers[number]
        joined = torch.cat([entities[entity], summed * p[entity]])
        expected = torch.relu(fusion.merge.weight @ joined + fusion.merge.bias)
        torch.testing.assert_close(fused[entity], expected, rtol=0, atol=1e-9)


def test_gradients_are_those_of_finite_differences() -> None:
    fusion = make()
    assert torch.autograd.gradcheck(
        lambda *parts: fuse(fusion, *parts), tuple(part.requires_grad_() for part in make_input())
    )


def test_starts_as_what_leaves_an_entity_alone() -> None:
    fusion, parts = make(), make_input()
    fusion.start_as_identity()
    torch.testing.assert_close(fuse(fusion, *parts), parts[0])
    fresh = make(identity_start=False)
    fresh.start_as_identity()
    assert not torch.allclose(fuse(fresh, *parts), parts[0])


def test_what_is_unlikely_gets_no_numbers() -> None:
    fusion, (entities, p, *others) = make(), make_input()
    nothing = fuse(fusion, entities, torch.zeros_like(p), *others)
    without = torch.cat([entities, torch.zeros(ENTITIES, NUMBER_WIDTH)], dim=1)
    torch.testing.assert_close(nothing, torch.relu(fusion.merge(without)))


def test_dropout_is_for_training_alone() -> None:
    fusion, parts = make(dropout=0.5), make_input()
    assert torch.equal(fuse(fusion, *parts), fuse(fusion, *parts))
    fusion.train()
    assert not torch.allclose(fuse(fusion, *parts), fuse(fusion, *parts))
