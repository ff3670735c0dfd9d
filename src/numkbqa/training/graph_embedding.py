"""Training of ComplEx on the facts of a graph: which tail fits a head and a relation, among sampled ones.

The loss is a softmax over the tail of a fact and entities drawn for the whole batch, all of them in a small
graph, with the nuclear 3-norm against overfitting (Lacroix et al., ICML 2018). A step touches the rows of its
own facts and samples alone, so that its cost does not grow with the graph.
"""

from typing import NamedTuple

import numpy as np
import torch
from pydantic import Field
from torch import Tensor
from torch.nn import functional

from numkbqa.config import Section
from numkbqa.kb import KnowledgeBase
from numkbqa.progress import track
from numkbqa.reasoning.basic.complex_vectors import ComplEx, complex_product, modulus
from numkbqa.training.divergence import check_learned

JUDGED = 1000
"""Facts whose tail is ranked at the end, and entities at most that it is ranked among."""


class EmbeddingTrainingSettings(Section):
    """Training of entity vectors on all facts of the graph; only EmbedKGQA uses any."""

    epochs: int = Field(15, ge=0)
    """Passes over all facts."""

    batch_size: int = Field(1024, ge=1)
    """Facts a step; each is asked both ways."""

    samples: int = Field(250, ge=1)
    """Entities that the tails of a batch are told from; a smaller graph gives all that it has."""

    learning_rate: float = Field(0.1, gt=0.0)
    """Learning rate of Adagrad."""

    decay: float = Field(1e-3, ge=0.0)
    """Weight of the nuclear 3-norm of the vectors of a fact."""


class Triples(NamedTuple):
    """Facts in both directions as parallel arrays of shape (num_triples,)."""

    head: Tensor
    relation: Tensor
    tail: Tensor

    def at(self, rows: Tensor) -> "Triples":
        """Some of them, by place."""
        return Triples(self.head[rows], self.relation[rows], self.tail[rows])

    def both_ways(self, num_relations: int) -> "Triples":
        """The same facts with their inverse ones after them."""
        inverse = self.relation + num_relations
        return Triples(
            torch.cat([self.head, self.tail]),
            torch.cat([self.relation, inverse]),
            torch.cat([self.tail, self.head]),
        )


def train_complex(
    model: ComplEx, kb: KnowledgeBase, settings: EmbeddingTrainingSettings, *, seed: int
) -> dict[str, object]:
    """Train entity and relation vectors in place.

    The same seed gives the same vectors on the same machine; the caller's random state is not touched.

    Args:
        model: the vectors; frozen again afterwards where they were.
        kb: the graph.
        settings: see `EmbeddingTrainingSettings`.
        seed: order of the facts, and samples.

    Returns:
        Facts: number of facts, mean loss of the first and the last epoch, and the mean reciprocal rank of the
        tails of some facts among random entities.

    Raises:
        UserError: the loss or a vector is not a number.
    """
    facts = Triples(*(torch.from_numpy(column) for column in kb.facts_from(np.arange(kb.num_entities))))
    generator = torch.Generator().manual_seed(seed)
    trainable = [p.requires_grad for p in model.parameters()]
    optimizer = torch.optim.Adagrad(model.requires_grad_(True).parameters(), lr=settings.learning_rate)
    epochs = track(range(settings.epochs), "training vectors of the graph's entities")
    # Adagrad makes sparse tensors out of rows that torch made itself: there is nothing to check.
    with torch.sparse.check_sparse_tensor_invariants(False):  # type: ignore[no-untyped-call]
        losses = [_epoch(model, facts, settings, optimizer, generator) for _ in epochs]
    for parameter, was in zip(model.parameters(), trainable, strict=True):
        parameter.requires_grad_(was)
    rank = mean_reciprocal_rank(model, facts, generator)
    return {"facts": len(facts.head), "losses": losses[:1] + losses[-1:], "reciprocal_rank": round(rank, 4)}


def _epoch(
    model: ComplEx,
    facts: Triples,
    settings: EmbeddingTrainingSettings,
    optimizer: torch.optim.Optimizer,
    generator: torch.Generator,
) -> float:
    num_relations, total = model.relations.num_embeddings // 2, 0.0
    batches = torch.split(torch.randperm(len(facts.head), generator=generator), settings.batch_size)
    for rows in batches:
        triples = facts.at(rows).both_ways(num_relations)
        samples = _samples(model, settings.samples, generator)
        loss = contrast(model, triples, samples, settings.decay)
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        optimizer.step()
        total += float(loss.detach())
    mean = total / max(len(batches), 1)
    check_learned(mean, model.parameters(), "`embedding_training.learning_rate`")
    return round(mean, 4)


def _samples(model: ComplEx, number: int, generator: torch.Generator) -> Tensor:
    """Entities to tell tails from: all when they are few, else random ones."""
    if model.entities.num_embeddings <= number:
        return torch.arange(model.entities.num_embeddings)
    return torch.randint(model.entities.num_embeddings, (number,), generator=generator)


def contrast(model: ComplEx, triples: Triples, samples: Tensor, decay: float) -> Tensor:
    """The loss of some facts.

    Args:
        model: the vectors.
        triples: the facts.
        samples: entities that their tails are told from, shape (num_samples,).
        decay: weight of the 3-norm.

    Returns:
        Cross-entropy plus the weighted 3-norm, both means over the facts, shape ().
    """
    device = model.entities.weight.device
    head, relation, tail, others = (part.to(device) for part in (*triples, samples))
    sizes = [len(head), len(tail), len(others)]
    entities = functional.embedding(torch.cat([head, tail, others]), model.entities.weight, sparse=True)
    of_head, of_tail, of_others = torch.split(entities, sizes)
    of_relation = functional.embedding(relation, model.relations.weight, sparse=True)
    query = complex_product(of_head, of_relation)
    right = (query * of_tail).sum(dim=-1)
    wrong = (query @ of_others.T).masked_fill(tail.unsqueeze(1) == others, -torch.inf).logsumexp(dim=1)
    entropy = functional.softplus(wrong - right).mean()
    norms = [modulus(part).pow(3).sum(dim=1).mean() for part in (of_head, of_relation, of_tail)]
    loss: Tensor = entropy + decay * torch.stack(norms).sum()
    return loss


@torch.no_grad()
def mean_reciprocal_rank(model: ComplEx, facts: Triples, generator: torch.Generator) -> float:
    """How high the tails of some facts rank among random entities; 1 is first, always.

    Args:
        model: the vectors.
        facts: facts of the graph, forward alone.
        generator: which facts and entities.

    Returns:
        The mean of 1 / rank; an entity that scores as much as the tail counts half a place.
    """
    device = model.entities.weight.device
    rows = torch.randperm(len(facts.head), generator=generator)[:JUDGED]
    head, relation, tail = (part.to(device) for part in facts.at(rows))
    others = _samples(model, JUDGED, generator).to(device)
    vectors, wrong = model.entities.weight, tail.unsqueeze(1) != others
    query = complex_product(vectors[head], model.relations.weight[relation])
    right, scores = (query * vectors[tail]).sum(dim=-1, keepdim=True), query @ vectors[others].T
    ahead = ((scores > right) & wrong).sum(dim=1) + 0.5 * ((scores == right) & wrong).sum(dim=1)
    return float((1 / (1 + ahead)).mean())
