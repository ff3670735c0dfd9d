import copy
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from numpy.typing import NDArray

from numkbqa.reasoning.numerical.number_vectors import NumberVectors

TEXTS = {3: "1999", 4: "12", 7: "12", 9: "0.5"}


class Embedder:
    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([[float(text), 1.0] for text in texts], dtype=np.float32)


def test_vectors_follow_their_handles_and_pads_are_zero() -> None:
    vectors = NumberVectors(TEXTS.__getitem__, Embedder(), 2)
    found = vectors(torch.tensor([[4, 3, -1], [9, 4, 7]]))
    assert found.tolist() == [
        [[12.0, 1.0], [1999.0, 1.0], [0.0, 0.0]],
        [[0.5, 1.0], [12.0, 1.0], [12.0, 1.0]],
    ]


def test_every_distinct_text_is_embedded_once() -> None:
    embedder = Embedder()
    vectors = NumberVectors(TEXTS.__getitem__, embedder, 2)
    vectors(torch.tensor([3, 4]))
    vectors(torch.tensor([7, 3, 9]))
    assert sorted(embedder.asked) == ["0.5", "12", "1999"]


def test_pads_alone_need_no_embedding() -> None:
    embedder = Embedder()
    assert NumberVectors(TEXTS.__getitem__, embedder, 2)(torch.tensor([-1, -1])).tolist() == [[0.0, 0.0]] * 2
    assert embedder.asked == []


def test_no_more_vectors_are_held_than_allowed_and_all_are_right() -> None:
    embedder = Embedder()
    vectors = NumberVectors(TEXTS.__getitem__, embedder, 2, most=2)
    for handles in ([3, 4], [9, 4], [3], [3, 4, 9], [4]):
        found = vectors(torch.tensor(handles))
        assert found[:, 0].tolist() == [float(TEXTS[handle]) for handle in handles]
    assert embedder.asked == ["12", "1999", "0.5", "12", "1999", "0.5", "12", "1999"]


def test_vectors_stay_what_they_are_while_others_come() -> None:
    embedder = Embedder()
    vectors = NumberVectors(str, embedder, 2)
    for handle in range(40):
        vectors(torch.tensor([handle]))
    assert vectors(torch.arange(40))[:, 0].tolist() == list(range(40))
    assert len(embedder.asked) == 40


class SlowEmbedder(Embedder):
    """Lets another thread in while it embeds."""

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        time.sleep(0.001)
        return super().__call__(texts)


def test_threads_that_ask_at_once_each_get_the_right_vectors() -> None:
    embedder = SlowEmbedder()
    forgetful = NumberVectors(str, SlowEmbedder(), 2, most=30)
    generator = torch.Generator().manual_seed(0)
    asked = [torch.randint(0, 40, (8,), generator=generator) for _ in range(60)]
    with ThreadPoolExecutor(4) as pool:
        for vectors in (NumberVectors(str, embedder, 2), forgetful):
            for handles, found in zip(asked, pool.map(vectors, asked), strict=True):
                assert found[:, 0].tolist() == handles.tolist()
    assert sorted(embedder.asked) == sorted({str(handle) for handle in torch.cat(asked).tolist()})


def test_vectors_do_not_change_with_what_is_done_to_others() -> None:
    vectors = NumberVectors(str, Embedder(), 2)
    vectors(torch.tensor([5])).zero_()
    assert vectors(torch.tensor([[5], [-1]])).tolist() == [[[5.0, 1.0]], [[0.0, 0.0]]]


def test_training_may_learn_after_inference_did() -> None:
    vectors = NumberVectors(str, Embedder(), 2)
    with torch.inference_mode():
        vectors(torch.tensor([9, 1, 2]))
    assert vectors(torch.tensor([3, 9, 4]))[:, 0].tolist() == [3, 9, 4]
    with torch.inference_mode():
        assert vectors(torch.tensor([5, 3]))[:, 0].tolist() == [5, 3]


def test_handles_of_a_huge_graph_take_no_room() -> None:
    vectors = NumberVectors(lambda handle: str(handle % 10), Embedder(), 2)
    assert vectors(torch.tensor([10**14 + 7, 3]))[:, 0].tolist() == [7, 3]


def test_a_copy_asks_the_same_encoder_and_learns_for_itself() -> None:
    embedder = Embedder()
    vectors = NumberVectors(TEXTS.__getitem__, embedder, 2)
    vectors(torch.tensor([3]))
    copied = copy.deepcopy(vectors)
    assert torch.equal(copied(torch.tensor([3, 9])), vectors(torch.tensor([3, 9])))
    assert embedder.asked == ["1999", "0.5", "1999", "0.5"]
