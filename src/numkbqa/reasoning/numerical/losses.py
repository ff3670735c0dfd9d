"""Pre-training losses: number-aware triplet loss (NTL) and number prediction loss (NPL), paper section 4."""

import torch
from torch import Tensor
from torch.nn import functional

TRIPLES = 4
MARGIN = 0.5


def sample_triples(
    low: Tensor, high: Tensor, mask: Tensor, generator: torch.Generator | None = None
) -> tuple[Tensor, Tensor]:
    """Sample triples small < median < big of each number set, all sets at once (open point A2).

    Args:
        low: lower comparison keys, shape (num_pairs, num_nodes).
        high: upper comparison keys, shape (num_pairs, num_nodes).
        mask: which nodes are numbers, bool, shape (num_pairs, num_nodes).
        generator: source of randomness, on the CPU.

    Returns:
        Nodes in value order, shape (num_pairs, 4, 3), and which triples hold three strictly ordered numbers,
        bool, shape (num_pairs, 4); a set of fewer than three numbers has none.
    """
    num_pairs, num_nodes = mask.shape
    if num_nodes < 3:
        empty = torch.zeros((num_pairs, TRIPLES, 3), dtype=torch.long, device=mask.device)
        return empty, empty[..., 0].bool()
    lots = torch.rand((num_pairs, TRIPLES, num_nodes), generator=generator).to(mask.device)
    chosen = lots.masked_fill(~mask.unsqueeze(1), -1.0).topk(3).indices
    pair = torch.arange(num_pairs, device=mask.device)[:, None, None]
    nodes = chosen.gather(2, low[pair, chosen].argsort(dim=2))
    lows, highs = low[pair, nodes], high[pair, nodes]
    ordered = (highs[..., :-1] < lows[..., 1:]).all(-1)
    return nodes, ordered & mask[pair, nodes].all(-1)


def triplet_loss(
    embeddings: Tensor, nodes: Tensor, valid: Tensor, *, margin: float = MARGIN, literal_sign: bool = False
) -> Tensor:
    """NTL: a small number must be closer to the median than to the big one (paper, eq. of NTL; A1).

    The paper calls g a cosine similarity, which as printed pulls the big number closer. Default:
    cosine distance.

    Args:
        embeddings: number embeddings, shape (num_pairs, num_nodes, width).
        nodes: triples small, median, big, shape (num_pairs, num_triples, 3).
        valid: which triples count, bool, shape (num_pairs, num_triples).
        margin: epsilon, in units of cosine.
        literal_sign: take g as the similarity, as printed.

    Returns:
        Mean over the valid triples, a scalar; zero without any.
    """
    pair = torch.arange(len(nodes), device=nodes.device)[:, None, None]
    small, median, big = functional.normalize(embeddings, dim=-1)[pair, nodes].unbind(2)
    closer = (small * median).sum(-1) - (small * big).sum(-1)
    hinge = functional.relu(margin + closer if literal_sign else margin - closer)
    return (hinge * valid).sum() / valid.sum().clamp_min(1)


def prediction_loss(scores: Tensor, answer: Tensor, *, literal_sigma: bool = False) -> Tensor:
    """NPL: cross entropy of the softmax over a number set's scores (paper, eq. of NPL; open point A3).

    As printed, a sigma squeezes the scores, so that no number of fifty can get more than .053. Default:
    raw scores.

    Args:
        scores: raw scores, minus infinity at pads, shape (num_pairs, num_nodes).
        answer: node of the answer, shape (num_pairs,).
        literal_sigma: apply the sigma, as printed.

    Returns:
        Mean over the pairs, a scalar.
    """
    if literal_sigma:
        scores = torch.where(scores.isinf(), scores, scores.sigmoid())
    return functional.cross_entropy(scores, answer)
