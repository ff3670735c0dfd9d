"""The trained scorer as plain arrays: what it adds to the focused score of a numerical relation."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from numkbqa.errors import UserError
from numkbqa.retrieval.relations.features import FEATURES

Floats = NDArray[np.float64]
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RelationScorer:
    """Adds `w f + (A q)(B r)` to the focused score; no parameter is of one relation, so a graph may grow.

    Args:
        weights: w, one a feature of `numkbqa.retrieval.relations.features`, shape (num_features,).
        support: added to the weight of log(number of values in the subgraph).
        question_side: A, shape (rank, width).
        relation_side: B, shape (rank, width).
    """

    weights: Vectors
    support: float
    question_side: Vectors
    relation_side: Vectors

    @classmethod
    def start(cls, rank: int, width: int) -> "RelationScorer":
        """A scorer that adds nothing."""
        nothing = np.zeros((rank, width), dtype=np.float32)
        return cls(np.zeros(len(FEATURES), dtype=np.float32), 0.0, nothing, nothing)

    def save(self, file: Path) -> None:
        """Write the scorer.

        Args:
            file: safetensors file.
        """
        arrays = {"weights": self.weights, "question_side": self.question_side}
        arrays |= {"relation_side": self.relation_side, "support": np.array([self.support])}
        save_file({name: np.ascontiguousarray(array) for name, array in arrays.items()}, file)

    @classmethod
    def load(cls, file: Path) -> "RelationScorer":
        """Read a scorer.

        Args:
            file: safetensors file that `save` wrote.

        Returns:
            The scorer.

        Raises:
            UserError: the file is missing or damaged, or was written by another version.
        """
        try:
            arrays = load_file(file)
            if arrays["weights"].shape != (len(FEATURES),):
                raise KeyError("weights of other features")
            return cls(
                arrays["weights"],
                float(arrays["support"][0]),
                arrays["question_side"],
                arrays["relation_side"],
            )
        except (OSError, KeyError, SafetensorError) as error:
            raise UserError(
                f"the scorer of relations cannot be read: {error}", where=file, remedy="train the model again"
            ) from None

    @property
    def key(self) -> str:
        """Hash of all parameters, for the key of stored examples."""
        arrays = (self.weights, self.question_side, self.relation_side)
        parts = [np.ascontiguousarray(a, dtype=np.float32).tobytes() for a in arrays]
        return hashlib.sha256(b"\x1f".join([repr(self.support).encode(), *parts])).hexdigest()

    def added(self, features: Vectors, query: Vectors, relations: Vectors) -> Floats:
        """What the scorer adds for one question.

        Args:
            features: shape (num_relations, num_features).
            query: unit vector of the focused query, shape (width,).
            relations: unit vectors of the properties, shape (num_relations, width).

        Returns:
            On the scale of cosines, shape (num_relations,).
        """
        bilinear = (relations @ self.relation_side.T) @ (self.question_side @ query)
        return (features @ self.weights + bilinear).astype(np.float64)
