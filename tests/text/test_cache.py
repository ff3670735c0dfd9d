import contextlib
import multiprocessing
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.text import CachedEncoder, States, special_number_embeddings
from numkbqa.text import cache as cache_module
from numkbqa.text.tiny import TinyEncoder

TEXTS = ["what is the largest city?", "", "1999-06", "largest", "what is the largest city?"]


class CountingEncoder(TinyEncoder):
    def __init__(self, fail_on: str | None = None) -> None:
        super().__init__(8)
        self.seen: list[str] = []
        self.fail_on = fail_on

    def encode(self, texts: Sequence[str]) -> list[States]:
        if self.fail_on in texts:
            raise KeyboardInterrupt
        self.seen += texts
        return super().encode(texts)


def test_second_run_reads_the_disk_and_agrees_exactly(tmp_path: Path) -> None:
    first = CachedEncoder(CountingEncoder(), tmp_path)
    states, means = first.encode(TEXTS), first.sentence_vectors(TEXTS)
    again = CountingEncoder()
    second = CachedEncoder(again, tmp_path)
    for one, two in zip(states, second.encode(TEXTS), strict=True):
        np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(means, second.sentence_vectors(TEXTS))
    assert again.seen == []


def test_repeated_texts_are_encoded_once(tmp_path: Path) -> None:
    encoder = CountingEncoder()
    CachedEncoder(encoder, tmp_path).encode(TEXTS * 3)
    assert sorted(encoder.seen) == sorted(set(TEXTS))


def test_texts_of_both_kinds_are_encoded_ahead_in_one_pass(tmp_path: Path) -> None:
    counting = CountingEncoder()
    encoder = CachedEncoder(counting, tmp_path)
    known = encoder.sentence_vectors(["known"])
    counting.seen.clear()
    encoder.encode_ahead(["one", "both", "one"], ["both", "two", "known"])
    assert sorted(counting.seen) == ["both", "one", "two"]
    states, means = encoder.encode(["one", "both"]), encoder.sentence_vectors(["both", "two", "known"])
    assert len(counting.seen) == 3
    plain = CachedEncoder(TinyEncoder(8), None)
    for one, other in zip(states, plain.encode(["one", "both"]), strict=True):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(means, [*plain.sentence_vectors(["both", "two"]), *known])


def test_nothing_is_encoded_ahead_where_nothing_is_kept() -> None:
    counting = CountingEncoder()
    CachedEncoder(counting, None).encode_ahead(["one"], ["two"])
    assert counting.seen == []


def test_without_a_folder_the_values_are_the_same(tmp_path: Path) -> None:
    stored, plain = CachedEncoder(TinyEncoder(8), tmp_path), CachedEncoder(TinyEncoder(8), None)
    for one, two in zip(stored.encode(TEXTS), plain.encode(TEXTS), strict=True):
        np.testing.assert_array_equal(one, two)
    for method in ("sentence_vectors", "cls_vectors", "special_vectors"):
        np.testing.assert_array_equal(getattr(stored, method)(TEXTS), getattr(plain, method)(TEXTS))


def test_vectors_are_what_they_say(tmp_path: Path) -> None:
    encoder = CachedEncoder(TinyEncoder(8), tmp_path)
    states = encoder.encode(["largest city"])[0]
    np.testing.assert_array_equal(encoder.word_states(["largest city"])[0], states[1:-1])
    np.testing.assert_array_equal(encoder.cls_vectors(["largest city"])[0], states[0])
    np.testing.assert_allclose(encoder.sentence_vectors(["largest city"])[0], states[1:-1].mean(0), rtol=1e-3)
    np.testing.assert_array_equal(encoder.sentence_vectors([""]), np.zeros((1, 8)))


def test_special_number_embeddings_hold_start_and_end(tmp_path: Path) -> None:
    encoder = CachedEncoder(TinyEncoder(8), tmp_path)
    states = encoder.encode(["6490", "1999"])
    both = special_number_embeddings(encoder, ["6490", "1999"])
    np.testing.assert_array_equal(both, [np.concatenate([s[0], s[-1]]) for s in states])
    start = special_number_embeddings(TinyEncoder(8), ["6490", "1999"], start_only=True)
    np.testing.assert_array_equal(start, both[:, :8])


def test_no_texts_give_empty_arrays_of_the_right_width(tmp_path: Path) -> None:
    encoder = CachedEncoder(TinyEncoder(8), tmp_path)
    assert encoder.encode([]) == []
    assert encoder.sentence_vectors([]).shape == (0, 8)
    assert encoder.special_vectors([]).shape == (0, 16)


def test_interruption_keeps_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "COMMIT_SIZE", 2)
    texts = ["one", "two", "three", "four"]
    with pytest.raises(KeyboardInterrupt):
        CachedEncoder(CountingEncoder(fail_on="four"), tmp_path).encode(texts)
    later = CountingEncoder()
    assert len(CachedEncoder(later, tmp_path).encode(texts)) == 4
    assert later.seen == ["three", "four"]


def test_more_texts_than_one_query_can_hold(tmp_path: Path) -> None:
    texts = [f"number {i}" for i in range(1201)]
    encoder = CachedEncoder(TinyEncoder(4), tmp_path)
    encoder.cls_vectors(texts)
    again = CountingEncoder()
    again._width = 4
    np.testing.assert_array_equal(
        CachedEncoder(again, tmp_path).cls_vectors(texts[::-1]), encoder.cls_vectors(texts)[::-1]
    )
    assert again.seen == []


def test_encoders_do_not_mix(tmp_path: Path) -> None:
    small = CachedEncoder(TinyEncoder(8), tmp_path).cls_vectors(["city"])
    wide = CachedEncoder(TinyEncoder(16), tmp_path).cls_vectors(["city"])
    assert (small.shape, wide.shape) == ((1, 8), (1, 16))


def test_a_damaged_cache_names_the_file_and_the_remedy(tmp_path: Path) -> None:
    encoder = CachedEncoder(TinyEncoder(8), tmp_path)
    assert encoder.path is not None
    encoder.path.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(UserError, match="Delete this file") as caught:
        encoder.encode(["city"])
    assert str(encoder.path) in str(caught.value)


def _fill(folder: Path, number: int) -> None:
    encoder = CachedEncoder(TinyEncoder(8), folder)
    for start in range(0, 60, 10):
        encoder.encode([f"text {i}" for i in range(start + number, start + number + 10)])


def test_several_processes_write_one_cache(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_fill, args=(tmp_path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    path = CachedEncoder(TinyEncoder(8), tmp_path).path
    assert path is not None
    database = sqlite3.connect(path)
    assert database.execute("SELECT count(*) FROM embedding").fetchone() == (62,)
    database.close()


def test_what_passes_by_is_kept_in_memory_and_never_written(tmp_path: Path) -> None:
    CachedEncoder(TinyEncoder(8), tmp_path).encode(["of the graph"])
    counting = CountingEncoder()
    encoder = CachedEncoder(counting, tmp_path)
    encoder.keep_in_memory(100_000)
    assert encoder.path is not None
    before = texts_on_disk(encoder.path)
    encoder.encode_ahead(["ahead"], ["ahead"])
    states, means = (
        encoder.encode(["of the graph", "ahead", "new"]),
        encoder.sentence_vectors(["ahead", "new"]),
    )
    again = encoder.encode(["of the graph", "ahead", "new"]), encoder.sentence_vectors(["ahead", "new"])
    assert counting.seen == ["ahead", "new", "new"], "what is known is encoded again"
    plain = CachedEncoder(TinyEncoder(8), None)
    for one, two, other in zip(states, again[0], plain.encode(["of the graph", "ahead", "new"]), strict=True):
        np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(two, other)
    np.testing.assert_array_equal(means, plain.sentence_vectors(["ahead", "new"]))
    np.testing.assert_array_equal(again[1], means)
    assert texts_on_disk(encoder.path) == before


def test_numbers_are_written_although_texts_pass_by(tmp_path: Path) -> None:
    encoder = CachedEncoder(TinyEncoder(8), tmp_path)
    encoder.keep_in_memory(100_000)
    encoder.special_vectors(["1999"])
    assert encoder.path is not None
    assert texts_on_disk(encoder.path) == {"1999"}


def test_only_the_newest_stay_in_memory(tmp_path: Path) -> None:
    counting = CountingEncoder()
    encoder = CachedEncoder(counting, tmp_path)
    one = CachedEncoder(CountingEncoder(), None).encode(["a"])[0].nbytes
    encoder.keep_in_memory(2 * one)
    assert len(encoder.encode(["a", "b", "c"])) == 3, "all of one call are there, however many"
    counting.seen.clear()
    encoder.encode(["b", "c"])
    assert counting.seen == []
    encoder.encode(["a"])
    assert counting.seen == ["a"]
    encoder.encode(["a text that has more vectors than there is room for, so that it is not kept"])
    encoder.encode(["a"])
    assert counting.seen[2:] == ["a"], "it took the room of all that were there"


def texts_on_disk(path: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        return {text for (text,) in database.execute("SELECT text FROM embedding")}
