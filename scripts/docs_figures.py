"""Draw the figures of docs/how-it-works.md into docs/figures/; a test compares them with what is there.

.venv/bin/python -m scripts.docs_figures
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import torch
from scripts.drawing import BLUE, ORANGE, PALE, SOFT, Drawing

from numkbqa.reasoning.numerical.mask import Sam, joint_visibility, number_visibility

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "figures"
VALUES: Final = (15, 20, 20, 42)
WORDS: Final = ("second", "largest", "SEP")


def way() -> Drawing:
    """The way of a question."""
    d = Drawing(880, 484, "The way of a question from its text to an answer with evidence")
    d.panel(240, 12, 400, 34, "“what is the second largest city in Brazil?”", fill=PALE)
    d.arrow((440, 46), (440, 74))
    d.panel(340, 74, 200, 54, "linking", ["topic entity: Brazil"])
    d.arrow((440, 128), (440, 156))
    d.box(200, 156, 480, 108, fill="#ffffff")
    d.text(212, 176, "retrieval", bold=True, anchor="start")
    d.panel(212, 186, 150, 68, "G_q", ["subgraph around", "the topic"])
    d.panel(372, 186, 140, 68, "R_q", ["population,", "elevation, …"])
    d.panel(522, 186, 146, 68, "V_r", ["12,400,232", "6,747,815, …"])
    d.arrow((287, 264), (160, 304))
    d.arrow((595, 264), (440, 304))
    d.panel(
        40, 304, 240, 68, "basic reasoning", ["scores entities by meaning:", "all cities of Brazil alike"]
    )
    d.panel(
        320, 304, 240, 68, "numerical reasoning", ["embeds each number by its order,", "given the question"]
    )
    d.arrow((160, 372), (160, 408))
    d.arrow((440, 372), (440, 390), (280, 390), (280, 408))
    merged = ["number embeddings join candidates’ vectors;", "the question’s type weighs both"]
    d.panel(40, 408, 340, 68, "comprehensive reasoning", merged)
    d.arrow((380, 442), (420, 442))
    d.panel(420, 408, 200, 68, "answer", ["Rio de Janeiro", "with the numbers compared"], fill=PALE)
    d.panel(650, 304, 190, 68, "exact sort", ["of the candidates, by", "relation, direction and k"])
    d.arrow((668, 240), (745, 240), (745, 304), dashed=True)
    d.arrow((745, 372), (745, 442), (620, 442), dashed=True)
    d.text(690, 460, "cross-check", size=12, fill=SOFT)
    return d


def masks() -> Drawing:
    """The self-attention mask matrix, of the numbers 15, 20, 20 and 42, as the library computes it."""
    d = Drawing(
        880,
        300,
        "Which numbers a number may attend to: smaller ones, or smaller and larger by half of the heads",
    )
    plans: tuple[tuple[str, str, Sam, int, bool], ...] = (
        ("paper", "all heads see the smaller ones", "paper", 0, True),
        ("two-way, first half", "these heads see the smaller ones", "two_way", 0, False),
        ("two-way, second half", "these heads see the larger ones", "two_way", 1, False),
    )
    for place, (name, about, sam, group, open_rows) in enumerate(plans):
        _mask(d, 88 + 290 * place, 84, _visible(sam, open_rows=open_rows)[group])
        d.text(88 + 290 * place + 84, 24, name, bold=True)
        d.text(88 + 290 * place + 84, 42, about, size=12, fill=SOFT)
    d.text(
        440,
        288,
        "row: who looks; column: what it sees. Equal numbers do not see each other, so that they tie.",
        fill=SOFT,
    )
    return d


def _visible(sam: Sam, *, open_rows: bool) -> np.ndarray:
    values = torch.tensor([VALUES], dtype=torch.float64)
    real = torch.ones_like(values, dtype=torch.bool)
    words = torch.ones((1, len(WORDS)), dtype=torch.bool)
    between = number_visibility(values, values, real, sam)
    return joint_visibility(between, words, real, open_rows=open_rows)[0].numpy()


def _mask(d: Drawing, x: float, y: float, visible: np.ndarray) -> None:
    names = [*WORDS, *map(str, VALUES)]
    size = 24
    for row, name in enumerate(names):
        d.text(x - 6, y + size * row + 17, name, anchor="end", size=12)
        for column in range(len(names)):
            number = row >= len(WORDS) and column >= len(WORDS)
            seen = (BLUE if number else "#b9c1ec") if visible[row, column] else "#ffffff"
            d.cell(x + size * column, y + size * row, size, fill=seen)
    for column, name in enumerate([*("w1", "w2", "SEP"), *names[len(WORDS) :]]):
        d.text(x + size * column + size / 2, y - 6, name, size=10)


def order_aware() -> Drawing:
    """Which members of a large group are kept: by PageRank alone, and with places for the extremes."""
    d = Drawing(
        880,
        300,
        "PageRank alone may cut the largest member of a group; order-aware retrieval reserves places",
    )
    mass = (9.6, 9.1, 8.7, 8.5, 8.1, 7.9, 7.6, 7.4, 7.1, 6.8, 6.6, 6.1)
    size = (31, 44, 12, 25, 38, 19, 52, 23, 97, 36, 3, 71)
    rows = sorted(range(len(size)), key=lambda i: -size[i])
    ends = {rows[0], rows[1], rows[-1]}
    plans = (("by mass alone", set(range(8))), ("order-aware", ends | set(range(8 - len(ends)))))
    for place, (name, kept) in enumerate(plans):
        x = 40 + 430 * place
        d.text(x, 26, name, bold=True, anchor="start")
        d.text(
            x,
            44,
            "members of a group, most PageRank mass first; height: their number",
            size=11,
            fill=SOFT,
            anchor="start",
        )
        for member, value in enumerate(size):
            height = 1.7 * value
            end = member in ends and place == 1
            fill = (ORANGE if end else BLUE) if member in kept else "#ffffff"
            d.box(x + 31 * member, 240 - height, 22, height, fill=fill)
            d.text(x + 31 * member + 11, 256, f"{mass[member]:.1f}", size=10, fill=SOFT)
        d.text(
            x,
            280,
            (
                "eight places: the largest, the second largest and the smallest are cut",
                "three of the eight places are reserved for the ends of the order",
            )[place],
            anchor="start",
            size=12,
        )
    return d


def integration() -> Drawing:
    """Number embedding integration, pruning and the question's type."""
    d = Drawing(880, 284, "Number embeddings are summed into the vectors of the entities that hold them")
    d.panel(16, 14, 200, 56, "entity vector e", ["basic reasoning, every entity"])
    d.panel(16, 104, 200, 72, "number embeddings v", ["of the candidates:", "p(e) ≥ μ · p of the best"])
    d.panel(16, 210, 200, 56, "relevance α", ["softmax over R_q"])
    d.arrow((216, 140), (258, 140))
    d.arrow((216, 238), (334, 238), (334, 168))
    d.panel(258, 112, 152, 56, "ẽ = Σ α W[r ; v]", ["the entity’s numbers"])
    d.arrow((410, 140), (452, 140))
    d.arrow((216, 42), (526, 42), (526, 112))
    d.panel(452, 112, 148, 56, "ê = W[e ; ẽ] + b", ["starts as ê = e"])
    d.arrow((600, 140), (642, 140))
    d.panel(642, 112, 222, 56, "p(O) · p̂ + (1 − p(O)) · p", ["O: the question is ordinal"], fill=PALE)
    d.panel(642, 210, 222, 56, "question classifier", ["p(O), from the question’s words"])
    d.arrow((753, 210), (753, 168))
    return d


FIGURES: Final[dict[str, Callable[[], Drawing]]] = {
    "way.svg": way,
    "masks.svg": masks,
    "order-aware.svg": order_aware,
    "integration.svg": integration,
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, draw in FIGURES.items():
        (FOLDER / name).write_text(draw().svg(), encoding="utf-8")
