from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from numkbqa.retrieval.linking.typos import (
    TypoShard,
    allowed_edits,
    delete_hashes,
    is_correctable,
    write_typo_shard,
)

WORDS = ["iowa", "ohio", "texas", "germany", "georgia", "mississippi", "missouri", "massachusetts", "köln"]
WORDS += ["internation", "international", "internet", "abcdefgh", "abcdefghi"]


@pytest.fixture(scope="module")
def shard(tmp_path_factory: pytest.TempPathFactory) -> TypoShard:
    folder = tmp_path_factory.mktemp("typos")
    write_typo_shard(folder, WORDS)
    return TypoShard(folder)


def edited(word: str, edits: list[tuple[int, str, int]]) -> str:
    for kind, letter, where in edits:
        place = where % max(len(word), 1)
        head, tail = word[:place], word[place:]
        word = (
            head + tail[1:],
            head + letter + tail,
            head + letter + tail[1:],
            head + tail[1:2] + tail[:1] + tail[2:],
        )[kind]
    return word


EDIT = st.tuples(st.integers(0, 3), st.sampled_from("aeinsz"), st.integers(0, 20))


@given(st.sampled_from(WORDS), st.lists(EDIT, min_size=1, max_size=3))
@settings(deadline=None)
def test_the_index_finds_what_comparing_with_every_word_finds(
    shard: TypoShard, word: str, edits: list[tuple[int, str, int]]
) -> None:
    typo = edited(word, edits)
    if not is_correctable(typo):
        return
    distances = {other: OSA.distance(typo, other) for other in WORDS}
    near = {other: d for other, d in distances.items() if d <= allowed_edits(typo, other)}
    assert dict(shard.similar(typo)) == near


@pytest.mark.parametrize(
    ("typo", "found"),
    [
        ("gemrany", {"germany": 1}),
        ("gergia", {"georgia": 1}),
        ("grorgiaa", {}),
        ("misisipi", {}),
        ("missisippi", {"mississippi": 1}),
        ("masachusets", {"massachusetts": 2}),
        ("internetion", {"internation": 1}),
    ],
)
def test_short_words_get_one_edit_and_long_ones_two(
    shard: TypoShard, typo: str, found: dict[str, int]
) -> None:
    assert dict(shard.similar(typo)) == found


def test_hashes_of_the_same_letters_are_equal_however_they_came_about() -> None:
    (one,), (other,) = delete_hashes(["abcd"], 1).tolist(), delete_hashes(["abcxd"], 1).tolist()
    assert set(one) & set(other) == {delete_hashes(["abcd"], 0)[0, 0]}
    assert len(one) == 5


def test_only_words_of_letters_are_corrected() -> None:
    assert [word for word in ("iowa", "abc", "f16s", "1999", "", "北京北京") if is_correctable(word)] == [
        "iowa",
        "北京北京",
    ]


def test_an_empty_shard_knows_nothing(tmp_path: Path) -> None:
    write_typo_shard(tmp_path, [])
    assert TypoShard(tmp_path, mapped=False).similar("georgia") == []
