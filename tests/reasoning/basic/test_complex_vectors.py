import torch

from numkbqa.reasoning.basic.complex_vectors import ComplEx, complex_product, modulus


def as_complex(vectors: torch.Tensor) -> torch.Tensor:
    return torch.complex(*vectors.chunk(2, dim=-1))


def test_products_and_moduli_are_those_of_complex_numbers() -> None:
    torch.manual_seed(0)
    one, other = torch.randn(2, 5, 8, dtype=torch.float64)
    torch.testing.assert_close(as_complex(complex_product(one, other)), as_complex(one) * as_complex(other))
    torch.testing.assert_close(modulus(one), as_complex(one).abs())


def test_the_inner_product_with_a_query_is_the_score_of_a_fact() -> None:
    torch.manual_seed(0)
    h, r, t = torch.randn(3, 8, dtype=torch.float64)
    score = (as_complex(h) * as_complex(r) * as_complex(t).conj()).sum().real
    torch.testing.assert_close(complex_product(h, r) @ t, score)


def test_a_modulus_of_nothing_has_a_finite_slope() -> None:
    nothing = torch.zeros(4, requires_grad=True)
    torch.autograd.backward(modulus(nothing).pow(3).sum())
    assert nothing.grad is not None
    assert torch.isfinite(nothing.grad).all()


def test_vectors_are_frozen_and_relations_have_two_directions() -> None:
    model = ComplEx(num_entities=7, num_relations=3, width=4)
    assert model.entities.weight.shape == (7, 4)
    assert model.relations.weight.shape == (6, 4)
    assert not any(p.requires_grad for p in model.parameters())
