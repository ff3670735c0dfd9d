"""Word vectors out of a file as a text encoder: what NSM's paper gives to its LSTM (GloVe, 300 wide).

A word has the same vector wherever it stands, zeros if it is not in the file; NSM leaves such words out.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from numkbqa.errors import UserError
from numkbqa.files import sha256_of
from numkbqa.text.encoder import States
from numkbqa.text.tiny import TinyEncoder

NSM_WORDS, NSM_VECTORS = "vocab_new.txt", "word_emb_300d.npy"


class WordVectorEncoder(TinyEncoder):
    """An encoder of given word vectors; start and end state are made as those of the tiny encoder.

    Args:
        path: a text file with a word and its numbers in each line (GloVe, word2vec, fastText), or a folder of
            NSM with `vocab_new.txt` and `word_emb_300d.npy`.

    Raises:
        UserError: there is no such file, or it holds something else.
    """

    def __init__(self, path: Path) -> None:
        try:
            words, self._vectors, files = _nsm_folder(path) if path.is_dir() else _text_file(path)
            digest = "".join(sha256_of(file)[:6] for file in files)
        except (OSError, UnicodeDecodeError) as error:
            what = getattr(error, "strerror", None) or str(error)
            raise UserError(f"the word vectors cannot be read ({what})", where=path) from None
        self._row = {word: row for row, word in enumerate(words)}
        self._identity = f"words-{digest}"
        super().__init__(self._vectors.shape[1])

    @property
    def name(self) -> str:
        """Identity of the vectors, used as the cache key."""
        return self._identity

    def word_vector(self, word: str) -> States:
        """The vector of a word as written, else of it in lower case, else zeros, shape (width,)."""
        row = self._row.get(word, self._row.get(word.lower()))
        return np.zeros(self.width, dtype=np.float32) if row is None else self._vectors[row]


Vectors = tuple[list[str], NDArray[np.float32], list[Path]]


def _nsm_folder(folder: Path) -> Vectors:
    words = (folder / NSM_WORDS).read_text(encoding="utf-8").splitlines()
    try:
        vectors = np.load(folder / NSM_VECTORS, allow_pickle=False).astype(np.float32)
    except (ValueError, EOFError) as error:
        raise UserError(f"these are no word vectors: {error}", where=folder / NSM_VECTORS) from None
    if vectors.ndim != 2 or len(vectors) != len(words):
        what = f"{len(words)} words, but vectors of shape {vectors.shape}"
        raise UserError(what, where=folder / NSM_VECTORS)
    return words, vectors, [folder / NSM_WORDS, folder / NSM_VECTORS]


def _text_file(file: Path) -> Vectors:
    words, rows = [], []
    for word, row in _lines(file):
        words.append(word)
        rows.append(row)
    if not rows:
        raise UserError("there is no word vector in it", where=file)
    return words, np.stack(rows), [file]


def _lines(file: Path) -> Iterator[tuple[str, NDArray[np.float32]]]:
    """Words with their vectors; a first line of two integers, as word2vec writes it, is skipped."""
    width = 0
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            # GloVe's largest file has words with spaces in them; a number too many is none of these.
            word, *numbers = line.rstrip().rsplit(" ", width or -1)
            if number == 1 and len(numbers) == 1:
                continue
            row, too_many = _numbers(numbers), _numbers(word.split(" ")[1:][-1:])
            width = width or len(row)
            if not width or len(row) != width or len(too_many):
                raise UserError(
                    "this line is no word with its numbers, as many as in the first",
                    where=file,
                    line=number,
                    remedy="name a file of word vectors, such as GloVe's",
                )
            yield word, row


def _numbers(texts: list[str]) -> NDArray[np.float32]:
    """The numbers that texts stand for; none if one of them is something else."""
    try:
        return np.array(texts, dtype=np.float32)
    except ValueError:
        return np.empty(0, dtype=np.float32)
