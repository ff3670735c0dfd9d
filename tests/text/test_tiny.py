import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numkbqa.text.tiny import TinyEncoder


@given(st.text())
@settings(deadline=None)
def test_any_text_gives_finite_states_with_start_and_end(text: str) -> None:
    (states,) = TinyEncoder(8).encode([text])
    assert states.shape[0] >= 2
    assert states.shape[1] == 8
    assert states.dtype == np.float32
    assert np.isfinite(states).all()


def test_same_text_same_states_and_shared_words_shared_rows() -> None:
    encoder = TinyEncoder(16)
    first, again, other = encoder.encode(["largest city", "largest city", "Largest river"])
    np.testing.assert_array_equal(first, again)
    np.testing.assert_array_equal(first[1], other[1])
    assert not np.array_equal(first[2], other[2])
    assert not np.array_equal(first[-1], other[-1])


def test_texts_that_share_words_are_more_alike() -> None:
    start = [states[0] for states in TinyEncoder(256).encode(["area of land", "land area", "date of birth"])]

    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    assert cosine(start[0], start[1]) > cosine(start[0], start[2])


def test_number_vectors_carry_no_magnitude() -> None:
    numbers = np.arange(1000, 1400)
    vectors = np.stack([states[1] for states in TinyEncoder(16).encode([str(n) for n in numbers])])
    correlations = [abs(np.corrcoef(numbers, column)[0, 1]) for column in vectors.T]
    assert max(correlations) < 0.25


def test_a_long_text_is_cut_and_keeps_its_end() -> None:
    encoder = TinyEncoder(8)
    long, longer = encoder.encode(["word " * 600, "word " * 700])
    assert len(long) == len(longer) == encoder.max_tokens
    np.testing.assert_array_equal(long[:-1], longer[:-1])
    assert not np.array_equal(long[-1], longer[-1])
