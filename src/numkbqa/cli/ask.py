"""`numkbqa ask`: one question, its answers and the evidence."""

from typing import Annotated

import typer

from numkbqa.cli.options import Json, ModelFolder
from numkbqa.cli.output import library_call, print_json, print_rich


def ask(
    model: ModelFolder,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question, in quotes.")],
    k: Annotated[int, typer.Option("-k", min=1, help="How many answers.")] = 5,
    as_json: Json = False,
) -> None:
    """Answer a question, with confidence and the ranked evidence."""
    from numkbqa.answering import load
    from numkbqa.cli.render_answer import render_answer

    with library_call():
        answer = load(model).ask(question, k=k).to_json()
    if as_json:
        print_json(answer)
    else:
        print_rich(*render_answer(answer))
