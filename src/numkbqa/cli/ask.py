"""`numkbqa ask`: questions, their answers and the evidence; one question, a pipe of them, or a dialogue."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from numkbqa.cli.options import Json, ModelFolder
from numkbqa.cli.output import library_call, print_json, print_rich


def ask(
    model: ModelFolder,
    question: Annotated[
        str | None,
        typer.Argument(
            metavar="[QUESTION]",
            help="The question, in quotes; without one, questions are read from the terminal or a pipe.",
            show_default=False,
        ),
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="How many answers.")] = 5,
    topics: Annotated[
        list[str] | None,
        typer.Option("--topic", metavar="ID", help="An entity that the question is about; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Answer a question, with confidence and the ranked evidence."""
    from numkbqa.answering import load

    with library_call():
        answerer = load(model)

    def answer(text: str, count: int, about: Sequence[str]) -> dict[str, Any]:
        with library_call():
            return answerer.ask(text, k=count, topics=about).to_json()

    if question is None:
        from numkbqa.cli.dialogue import Dialogue
        from numkbqa.cli.interactive import HISTORY, answer_lines, converse, lines_of_stdin
        from numkbqa.training.workbench import default_cache

        dialogue = Dialogue(answer, k, tuple(topics or ()), as_json)
        if sys.stdin is not None and sys.stdin.isatty():
            dialogue.asks_back = True
            converse(dialogue, default_cache() / HISTORY)
        else:
            answer_lines(dialogue, lines_of_stdin())
        return
    document = answer(question, k, topics or ())
    if as_json:
        print_json(document)
    else:
        from numkbqa.cli.render_answer import render_answer

        print_rich(*render_answer(document))
