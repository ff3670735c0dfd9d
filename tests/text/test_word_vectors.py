from pathlib import Path

import numpy as np
import pytest

from numkbqa.errors import UserError
from numkbqa.text import load_encoder
from numkbqa.text.word_vectors import WordVectorEncoder

GLOVE = "city 1 0 0.5\nriver 0 1 -2e-1\nParis 3 3 3\n"


def written(folder: Path, text: str) -> Path:
    file = folder / "vectors.txt"
    file.write_text(text, encoding="utf-8")
    return file


def nsm_folder(folder: Path) -> Path:
    (folder / "vocab_new.txt").write_text("city\nriver\nParis\n", encoding="utf-8")
    vectors = np.array([[1, 0, 0.5], [0, 1, -0.2], [3, 3, 3]], dtype=np.float64)
    np.save(folder / "word_emb_300d.npy", vectors)
    return folder


@pytest.mark.parametrize("header", ["", "3 3\n"])
def test_a_word_has_its_vector_wherever_it_stands(tmp_path: Path, header: str) -> None:
    encoder = WordVectorEncoder(written(tmp_path, header + GLOVE))
    assert encoder.width == 3
    one, other = encoder.encode(["City of Paris", "paris city"])
    assert one[1:-1].tolist() == [[1, 0, 0.5], [0, 0, 0], [3, 3, 3]]
    assert other[1:-1].tolist() == [[0, 0, 0], [1, 0, 0.5]]  # "paris" is not in the file
    assert not np.array_equal(one[-1], other[-1])


def test_words_with_spaces_in_them_are_read_over(tmp_path: Path) -> None:
    encoder = WordVectorEncoder(written(tmp_path, GLOVE + ". . . 1 2 3\nat name@domain.com 4 5 6\n"))
    assert encoder.word_vector("Paris").tolist() == [3, 3, 3]
    assert encoder.word_vector("at").tolist() == [0, 0, 0]


def test_a_folder_of_nsm_holds_the_same(tmp_path: Path) -> None:
    (tmp_path / "nsm").mkdir()
    (of_folder,) = WordVectorEncoder(nsm_folder(tmp_path / "nsm")).encode(["river in Paris"])
    (of_file,) = WordVectorEncoder(written(tmp_path, GLOVE)).encode(["river in Paris"])
    np.testing.assert_array_equal(of_folder, of_file)


def test_other_vectors_are_another_encoder(tmp_path: Path) -> None:
    first = WordVectorEncoder(written(tmp_path, GLOVE)).name
    assert WordVectorEncoder(written(tmp_path, GLOVE)).name == first
    assert WordVectorEncoder(written(tmp_path, GLOVE.replace("3", "4"))).name != first


def test_it_is_chosen_by_name(tmp_path: Path) -> None:
    (states,) = load_encoder(f"words:{written(tmp_path, GLOVE)}").word_states(["river"])
    np.testing.assert_allclose(states[0], np.array([0.0, 1.0, -0.2]), atol=1e-3)
    with pytest.raises(UserError, match="no text encoder"):
        load_encoder("words")


@pytest.mark.parametrize(
    "text", ["", "city 1 0\nriver 1\n", "city 1 0\nriver 1 0 2\n", "city\n", "city 1 x\n"]
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError):
        WordVectorEncoder(written(tmp_path, text))


def test_what_is_missing_or_damaged_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        WordVectorEncoder(tmp_path / "none.txt")
    with pytest.raises(UserError, match="cannot be read"):
        WordVectorEncoder(tmp_path)
    nsm_folder(tmp_path)
    np.save(tmp_path / "word_emb_300d.npy", np.zeros((2, 3)))
    with pytest.raises(UserError, match="3 words"):
        WordVectorEncoder(tmp_path)
    for damaged in (b"", b"nothing"):
        (tmp_path / "word_emb_300d.npy").write_bytes(damaged)
        with pytest.raises(UserError, match="no word vectors"):
            WordVectorEncoder(tmp_path)
