r"""Draw the README's picture: one answer of a trained model as the terminal shows it.

make demo
.venv/bin/python scripts/answer_picture.py demo/model \
    "what is the second largest city in Brazil?" docs/answer.svg
"""

import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from numkbqa.answering import load
from numkbqa.cli.render_answer import render_answer
from numkbqa.files import write_aside

WIDTH = 92


def main(model: str, question: str, output: str) -> None:
    """Ask one question and write the picture.

    Args:
        model: model folder.
        question: the question.
        output: SVG file to write.
    """
    answerer = load(model)
    # the first question also opens the encoder; the picture shows the time of a warm one
    answerer.ask(question)
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text(f'$ numkbqa ask model "{question}"', style="bold"))
    for part in render_answer(answerer.ask(question, k=3).to_json()):
        console.print(part)
    with write_aside(Path(output)) as aside:
        picture = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title="numkbqa"), flags=re.DOTALL)
        aside.write_text(picture, encoding="utf-8")  # without the fonts: they would come from the network


if __name__ == "__main__":
    main(*sys.argv[1:])
