import dataclasses

import numpy as np
import torch

from numkbqa.reasoning.basic import GraphVocabulary
from numkbqa.reasoning.basic.bamnet import BAMnetSettings
from numkbqa.reasoning.basic.bamnet.aspects import Aspects, distances
from numkbqa.retrieval.batch import Batch, collate
from tests.support.random_batch import random_example

FACTS = [(0, 0, 1), (1, 1, 2), (0, 2, 3), (2, 0, 3), (2, 3, 4), (4, 4, 5)]
"""A way along 0, 1, 2, a shorter one from 0 to 3, and then 4 and 5; entity 6 stands alone."""


def batch_of(facts: list[tuple[int, int, int]]) -> Batch:
    both = sorted([(t, h, r) for h, r, t in facts] + [(h, t, r + 5) for h, r, t in facts])
    tail, head, relation = np.array(both, dtype=np.int64).T
    distinct, local = np.unique(relation, return_inverse=True)
    example = dataclasses.replace(
        random_example(np.random.default_rng(0), num_entities=7),
        head=head,
        tail=tail,
        relation=local.astype(np.int64),
        distinct_relations=distinct,
    )
    return collate([example], [np.ones((2, 3), dtype=np.float32)])


def aspects(path_length: int = 3) -> Aspects:
    torch.manual_seed(0)
    vectors = np.random.default_rng(0).standard_normal((5, 4)).astype(np.float32)
    settings = BAMnetSettings(width=4, path_length=path_length, relation_features="text")
    return Aspects(settings, GraphVocabulary(vectors, 3)).eval()


def test_distances_are_those_of_the_nearest_topic() -> None:
    batch = batch_of(FACTS)
    assert distances(9, batch).tolist() == [0, 1, 2, 1, 3, 4, -1]
    assert distances(2, batch).tolist() == [0, 1, 2, 1, -1, -1, -1]
    batch.topics[5] = True
    assert distances(9, batch).tolist() == [0, 1, 2, 1, 1, 0, -1]


def test_a_path_is_the_mean_of_its_relations_each_by_its_place() -> None:
    made, batch = aspects(), batch_of([(0, 0, 1), (1, 1, 2)])
    rho, (first, second, _) = made.relations(), made.path_layers
    _, path, _ = made(batch)
    torch.testing.assert_close(path[1], first(rho[0]))
    torch.testing.assert_close(path[2], (first(rho[0]) + second(rho[1])) / 2)
    assert not path[[0, 3, 4, 5, 6]].any()


def test_paths_that_are_too_long_are_none() -> None:
    _, far, _ = aspects(path_length=1)(batch_of([(0, 0, 1), (1, 1, 2)]))
    assert far[1].any()
    assert not far[2].any()


def test_several_shortest_paths_are_averaged_and_longer_ones_left_out() -> None:
    made, batch = aspects(), batch_of(FACTS)
    rho, (first, second, _) = made.relations(), made.path_layers
    _, path, _ = made(batch)
    torch.testing.assert_close(path[3], first(rho[2]))
    ways = [(first(rho[0]) + second(rho[1])) / 2, (first(rho[2]) + second(rho[5])) / 2]
    torch.testing.assert_close(path[2], (ways[0] + ways[1]) / 2)


def test_the_context_is_what_stands_beside_and_whether_a_topic_does() -> None:
    made, batch = aspects(), batch_of(FACTS)
    types, _, context = made(batch)
    torch.testing.assert_close(context[1], (types[0] + types[2]) / 2 + made.mention)
    torch.testing.assert_close(context[5], types[4])
    assert not context[6].any()
