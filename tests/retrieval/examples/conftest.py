import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from numkbqa.kb import build_kb
from numkbqa.questions.records import Answer, Question, write_questions

NUM_QUESTIONS = 26
Start = Callable[..., "subprocess.Popen[str]"]

BUILD = """
import sys
from pathlib import Path
from numkbqa.kb import open_kb
from numkbqa.questions.records import read_questions
from numkbqa.retrieval.examples import ExampleBuilder, builder, sharded
from numkbqa.retrieval.settings import RetrievalSettings
from numkbqa.text import load_encoder

if __name__ == "__main__":
    folder, output = map(Path, sys.argv[1:3])
    processes, held = int(sys.argv[3]), sys.argv[4]
    sharded.SHARD = 3
    settings = RetrievalSettings(max_entities=20, keep_extremes=3)
    made = ExampleBuilder(open_kb(folder / "kb"), load_encoder("tiny", folder / "cache"), settings)
    prepare = made.prepare

    def prepare_or_hold(questions):
        print("preparing", questions[0].id, flush=True)
        if questions[0].id == held:
            sys.stdin.readline()
        return prepare(questions)

    made.prepare = prepare_or_hold
    questions = read_questions(folder / "questions.jsonl")
    retrieved = made.build_all_cached(questions, output, processes=processes, description="retrieving")
    print("done", len(retrieved.examples), flush=True)
"""


@pytest.fixture(scope="session")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small graph (`kb`) and questions about it, of which some have no topic."""
    folder = tmp_path_factory.mktemp("asked")
    facts = [f"city{i}\tin\tland{i % 7}" for i in range(200)] + [
        f"land{i}\tnear\tland{i + 1}" for i in range(6)
    ]
    (folder / "facts.tsv").write_text("\n".join(facts) + "\n")
    numbers = [f"city{i}\tpopulation\t{(i * 37) % 211}\txsd:integer" for i in range(200)]
    (folder / "numbers.tsv").write_text("\n".join(numbers) + "\n")
    build_kb([folder / "facts.tsv", folder / "numbers.tsv"], folder / "kb")
    write_questions(folder / "questions.jsonl", map(_question, range(NUM_QUESTIONS)))
    (folder / "build.py").write_text(BUILD)
    return folder


def _question(i: int) -> Question:
    topics = () if i % 9 == 4 else (f"land{i % 7}",)
    answers = (Answer(id=f"city{i}"), Answer(value=str(i)))
    return Question(id=f"q{i}", question=f"largest \u2028 thing {i}?", topic_entities=topics, answers=answers)


@pytest.fixture
def start(asked: Path) -> Iterator[Start]:
    """Starts a real process that builds examples, three questions a shard; it may hold before a shard.

    So no test depends on time: the process goes on when it reads a line.
    """
    started: list[subprocess.Popen[str]] = []

    def start_one(output: Path, processes: int = 1, held: str = "") -> "subprocess.Popen[str]":
        words = [sys.executable, str(asked / "build.py"), str(asked), str(output), str(processes), held]
        pipe = subprocess.PIPE
        started.append(
            subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
        )
        return started[-1]

    yield start_one
    for process in started:
        process.kill()
        process.communicate()
