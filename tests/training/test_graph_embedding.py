import math
from functools import cache

import numpy as np
import pytest
import torch
from bench.nsm_sets import example_of
from torch import Tensor

from numkbqa.errors import UserError
from numkbqa.questions.records import Question
from numkbqa.reasoning.basic import EmbedKGQA, EmbedKGQASettings, GraphVocabulary
from numkbqa.reasoning.basic.complex_vectors import ComplEx
from numkbqa.retrieval.batch import Batch, collate
from numkbqa.retrieval.examples import Example
from numkbqa.training.graph_embedding import (
    EmbeddingTrainingSettings,
    Triples,
    contrast,
    mean_reciprocal_rank,
    train_complex,
)
from numkbqa.training.losses import kl_loss
from tests.support.toy_kb import ToyKB

PEOPLE = 40


@cache
def graph() -> ToyKB:
    """People, each born in one of eight cities and employed by one of five firms."""
    facts = []
    for i in range(PEOPLE):
        facts += [(f"p{i:02}", "born_in", f"city{i % 8}"), (f"p{i:02}", "employer", f"firm{7 * i % 5}")]
    return ToyKB(facts)


def embedded(seed: int = 0, *, width: int = 16, **settings: float) -> tuple[ComplEx, dict[str, object]]:
    torch.manual_seed(seed)
    model = ComplEx(graph().num_entities, len(graph().relations), width)
    own = EmbeddingTrainingSettings.model_validate({"epochs": 30, "batch_size": 20, **settings})
    return model, train_complex(model, graph(), own, seed=seed)


def facts_of(kb: ToyKB) -> Triples:
    return Triples(*(torch.from_numpy(column) for column in kb.facts_from(np.arange(kb.num_entities))))


def test_the_facts_of_a_graph_are_known_by_heart() -> None:
    model, told = embedded()
    assert told["facts"] == 2 * PEOPLE
    rank = told["reciprocal_rank"]
    assert isinstance(rank, float)
    assert rank > 0.95
    losses = told["losses"]
    assert isinstance(losses, list)
    assert losses[1] < losses[0]
    assert not any(p.requires_grad for p in model.parameters())


def test_samples_of_a_graph_do_nearly_as_well_as_all_of_it() -> None:
    _, told = embedded(samples=20)
    rank = told["reciprocal_rank"]
    assert isinstance(rank, float)
    assert rank > 0.8


def test_a_seed_gives_its_vectors_and_leaves_the_callers_random_state_alone() -> None:
    one, _ = embedded(3, epochs=2)
    state = torch.random.get_rng_state()
    other, _ = embedded(3, epochs=2)
    assert torch.equal(one.entities.weight, other.entities.weight)
    torch.manual_seed(3)
    ComplEx(graph().num_entities, len(graph().relations), 16)
    assert torch.equal(state, torch.random.get_rng_state())


def test_vectors_that_a_reasoner_trains_on_stay_trainable() -> None:
    model = ComplEx(graph().num_entities, len(graph().relations), 4)
    model.entities.requires_grad_(True)
    train_complex(model, graph(), EmbeddingTrainingSettings(epochs=1), seed=0)
    assert model.entities.weight.requires_grad
    assert not model.relations.weight.requires_grad


def test_a_loss_that_is_no_number_is_an_error() -> None:
    with pytest.raises(UserError, match=r"embedding_training\.learning_rate"):
        embedded(learning_rate=math.inf, epochs=3)


def plain_contrast(model: ComplEx, triples: Triples, samples: Tensor, decay: float) -> Tensor:
    """The loss, fact by fact, with torch's own complex numbers."""
    entities, relations = (
        torch.complex(*table.weight.chunk(2, dim=1)) for table in (model.entities, model.relations)
    )
    total = torch.zeros((), dtype=torch.float64)
    for h, r, t in zip(*(column.tolist() for column in triples), strict=True):

        def score(tail: int, h: int = h, r: int = r) -> Tensor:
            return (entities[h] * relations[r] * entities[tail].conj()).sum().real

        others = [score(sample) for sample in samples.tolist() if sample != t]
        total = total - torch.log_softmax(torch.stack([score(t), *others]), dim=0)[0]
        for vector in (entities[h], relations[r], entities[t]):
            total = total + decay * (vector.abs() ** 3).sum()
    return total / len(triples.head)


def test_the_loss_equals_the_formulas_written_plainly_with_its_gradients() -> None:
    torch.manual_seed(1)
    model = ComplEx(9, 2, 6).double().requires_grad_(True)
    triples = Triples(torch.tensor([0, 1, 5, 5]), torch.tensor([0, 1, 1, 0]), torch.tensor([3, 2, 0, 8]))
    triples, samples = triples.both_ways(2), torch.tensor([0, 3, 4, 4, 8])
    gradients, losses = [], []
    for loss in (contrast, plain_contrast):
        model.zero_grad()
        losses.append(loss(model, triples, samples, 0.1))
        torch.autograd.backward(losses[-1])
        gradients.append([p.grad.to_dense() for p in model.parameters() if p.grad is not None])
    torch.testing.assert_close(losses[0], losses[1], atol=1e-9, rtol=0)
    torch.testing.assert_close(gradients[0], gradients[1], atol=1e-9, rtol=0)


def test_a_fact_is_asked_both_ways() -> None:
    both = Triples(torch.tensor([4]), torch.tensor([1]), torch.tensor([6])).both_ways(3)
    assert [column.tolist() for column in both] == [[4, 6], [1, 4], [6, 4]]


def test_vectors_that_tell_nothing_are_in_the_middle() -> None:
    model = ComplEx(graph().num_entities, 2, 4)
    torch.nn.init.zeros_(model.entities.weight)
    rank = mean_reciprocal_rank(model, facts_of(graph()), torch.Generator().manual_seed(0))
    assert rank == pytest.approx(1 / (1 + (graph().num_entities - 1) / 2))


def asked(person: int, relation: int) -> Example:
    """What does the relation lead to from the person, among all entities of the graph?"""
    kb = graph()
    everything = np.arange(kb.num_entities)
    facts = kb.facts_from(everything)
    topic, answers = everything == person, np.zeros(kb.num_entities, bool)
    answers[facts.tail[(facts.head == person) & (facts.relation == relation)]] = True
    question, no_facts = Question(id="q", question="which?"), np.zeros((3, 0), dtype=np.int64)
    return example_of(question, everything, topic, answers, no_facts, len(kb.relations))


def questions_about(people: range) -> Batch:
    pairs = [(graph().entity_index(f"p{i:02}"), relation) for i in people for relation in (0, 1)]
    words = [np.eye(2, dtype=np.float32)[relation] for _, relation in pairs]
    return collate(
        [asked(person, relation) for person, relation in pairs if person is not None],
        [word[None] for word in words],
    )


def test_a_question_learned_of_some_people_is_answered_about_others_without_any_fact_at_hand() -> None:
    torch.manual_seed(0)
    settings = EmbedKGQASettings(width=16, word_dropout=0.1)
    vocabulary = GraphVocabulary(np.ones((2, 4), dtype=np.float32), 2, graph().num_entities)
    model = EmbedKGQA(settings, vocabulary)
    model.embedding.load_state_dict(embedded()[0].state_dict())
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    seen, unseen = questions_about(range(25)), questions_about(range(25, PEOPLE))
    for _ in range(100):
        optimizer.zero_grad()
        torch.autograd.backward(kl_loss(model.train()(seen).probabilities, seen))
        optimizer.step()
    with torch.no_grad():
        p = model.eval()(unseen).probabilities.view(unseen.num_questions, -1)
    best = p.argmax(dim=1) + unseen.entity_offsets[:-1]
    assert float(unseen.answers[best].mean()) > 0.8
