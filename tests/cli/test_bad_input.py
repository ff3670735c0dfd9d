"""Wrong input through the real program: what is said, the exit code, and that nothing is left behind."""

import json
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from numkbqa.kb import build_kb, open_kb
from numkbqa.training.train import train
from tests.support.command_line import Program, assert_refused, command, listing, numkbqa, within
from tests.support.small_world import QUICK, as_overrides, settings_of, write_questions

PARIS = {"answers": [{"id": "paris"}]}
GOOD = {"id": "q1", "question": "What is the capital of France?", **PARIS}
TINY = ("--set", "encoder=tiny")


def jsonl(*records: Mapping[str, object]) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


@pytest.fixture(scope="module")
def model(world_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trained model with its graph in one folder, both to be copied and damaged."""
    folder = tmp_path_factory.mktemp("model")
    shutil.copytree(world_kb, folder / "kb")
    train(folder / "kb", folder / "model", settings=settings_of(QUICK, folder / "cache"))
    return folder


@pytest.fixture
def program(capsys: pytest.CaptureFixture[str]) -> Program:
    return within(capsys)


@pytest.fixture
def copy(model: Path, tmp_path: Path) -> Path:
    for name in ("kb", "model"):
        shutil.copytree(model / name, tmp_path / name)
    return tmp_path


def part(kb: Path, name: str) -> Path:
    """A file of a knowledge base: its manifest, or one of its arrays."""
    if name == "manifest.json":
        return kb / name
    (data,) = kb.glob("kb-data-*")
    return data / name


@pytest.fixture(scope="module")
def mess(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of everything that is wrong."""
    folder = tmp_path_factory.mktemp("mess")
    (folder / "broken.jsonl").write_bytes(jsonl(GOOD) + b"{")
    (folder / "table.nt").write_text("a,b,c\n", encoding="utf-8")
    (folder / "triples.tsv").write_text("paris\tin\tfrance\nlyon\tin\tfrance\n", encoding="utf-8")
    build_kb([folder / "triples.tsv"], folder / "numberless")
    for name in ("kb", "model"):
        shutil.copytree(model / name, folder / name)
    damage(part(folder / "kb", "out.tail.npy"), b"")
    return folder


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("train", "MODEL/kb", "-o", "NEW", *TINY, "-q", "MESS/broken.jsonl"),
            "broken.jsonl:2: Invalid JSON",
        ),
        (("evaluate", "MODEL/model", "MESS/broken.jsonl", "--json"), "broken.jsonl:2: Invalid JSON"),
        (("kb", "build", "MESS/table.nt", "-o", "NEW"), "table.nt:1: this is no valid N-Triples"),
        (("pretrain", "MESS/numberless", "-o", "NEW", *TINY), "there is nothing to rank by"),
        (("ask", "MESS/model", "what is the capital of France?", "--json"), "out.tail.npy: a file of the"),
        (("ask", "MODEL/model", " ", "--json"), "the question is empty"),
        (("train", "MODEL/kb", "-o", "NEW", "--set", "nsm.widht=3"), 'did you mean "nsm.width"?'),
        (("train", "MODEL/kb", "-o", "MESS", *TINY), "something that numkbqa did not write stands there"),
    ],
)
def test_a_process_of_its_own_refuses_wrong_input(
    words: tuple[str, ...], message: str, model: Path, mess: Path
) -> None:
    before = listing(mess)
    places = {"MODEL": model, "MESS": mess, "NEW": mess / "new"}
    for name, place in places.items():
        words = tuple(word.replace(name, str(place)) for word in words)
    assert_refused(numkbqa(*words), message)
    assert listing(mess) == before


@pytest.mark.parametrize(
    ("name", "content", "option", "message"),
    [
        ("broken", jsonl(GOOD) + b'{"id": "q2",', "--questions", "questions.jsonl:2: Invalid JSON"),
        ("missing", jsonl({"id": "q1", **PARIS}), "-q", 'questions.jsonl:1: the key "question" is missing'),
        ("twice", jsonl(GOOD, GOOD), "--held-out", "questions.jsonl:2: the id 'q1' was used in line 1"),
        ("empty", b"", "--dev", "questions.jsonl: this question file holds no question"),
        ("binary", b"\xff\xfe\x00", "-q", "questions.jsonl: this file is not UTF-8 text"),
        (
            "topic",
            jsonl({**GOOD, "topic_entities": ["atlantis"]}),
            "-q",
            "questions.jsonl: question 'q1' names the topic entity 'atlantis'",
        ),
    ],
)
def test_a_wrong_question_file_is_refused(
    name: str, content: bytes, option: str, message: str, model: Path, tmp_path: Path, program: Program
) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(content)
    before = listing(tmp_path)
    assert_refused(program("train", model / "kb", "-o", tmp_path / "new", *TINY, option, file), message)
    assert_refused(program("evaluate", model / "model", file, "--json"), message)
    assert listing(tmp_path) == before


def test_gold_answers_that_the_graph_does_not_hold_are_counted(
    model: Path, tmp_path: Path, program: Program
) -> None:
    file = tmp_path / "questions.jsonl"
    answers = {"answers": [{"id": "paris"}, {"id": "lutetia"}, {"value": "1966"}]}
    file.write_bytes(jsonl({**GOOD, **answers}))
    run = program("evaluate", model / "model", file, "--json")
    assert run.returncode == 0, run.stderr
    assert f"{file}: gold answers that the graph does not hold: 1, in 1 questions\n" in run.stderr
    assert json.loads(run.stdout)["questions"] == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.nt", b"", "the graph is empty"),
        ("names.tsv", b"paris\tParis\n", "the graph is empty"),
        ("image.png", b"\x89PNG\r\n\x1a\n\x00", "the format of the file is not known"),
        ("image.rdf", b"\x89PNG\r\n\x1a\n\x00", "this is no valid RDF/XML"),
        ("table.nt", b"a,b,c\n1,2,3\n", "table.nt:1: this is no valid N-Triples"),
        ("graph.ttl.gz", b"\x1f\x8b\x08\x00", "the compressed file is damaged"),
    ],
)
def test_a_file_that_is_no_graph_is_refused(
    name: str, content: bytes, message: str, tmp_path: Path, program: Program
) -> None:
    (tmp_path / name).write_bytes(content)
    assert_refused(program("kb", "build", tmp_path / name, "-o", tmp_path / "kb"), name, message)
    assert list(listing(tmp_path)) == [name]


@pytest.mark.parametrize("task", ["train", "pretrain"])
def test_a_graph_without_numbers_is_refused(task: str, tmp_path: Path, program: Program) -> None:
    (tmp_path / "triples.tsv").write_text("paris\tin\tfrance\nlyon\tin\tfrance\n", encoding="utf-8")
    build_kb([tmp_path / "triples.tsv"], tmp_path / "kb")
    before = listing(tmp_path)
    run = program(task, tmp_path / "kb", "-o", tmp_path / "new", *TINY)
    assert_refused(run, f"{tmp_path / 'kb'}: the knowledge base has no numerical relation", "kb doctor")
    assert listing(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("out.tail.npy", b"\x93NUMPY", "out.tail.npy: a file of the knowledge base is damaged"),
        ("out.tail.npy", b"", "out.tail.npy: a file of the knowledge base is damaged"),
        ("name.blob.npy", None, "name.blob.npy: a file of the knowledge base is missing"),
        ("manifest.json", b'{"format": "numkbqa-kb"', "manifest.json: the manifest is damaged"),
        ("manifest.json", b'{"format": "numkbqa-kb", "version": 2}', "the manifest of the knowledge base"),
        ("manifest.json", None, "there is no knowledge base here"),
    ],
)
def test_a_damaged_knowledge_base_is_refused(
    name: str, content: bytes | None, message: str, copy: Path, program: Program
) -> None:
    damage(part(copy / "kb", name), content)
    before = listing(copy)
    assert_refused(program("train", copy / "kb", "-o", copy / "new", *TINY), message)
    assert_refused(program("ask", copy / "model", "What is the capital of France?"), message)
    assert listing(copy) == before


def test_a_knowledge_base_cut_short_is_refused(copy: Path, program: Program) -> None:
    file = part(copy / "kb", "number.low.npy")
    file.write_bytes(file.read_bytes()[:-8])
    message = "number.low.npy: a file of the knowledge base is damaged"
    assert_refused(program("kb", "info", copy / "kb", "--json"), message)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("numkbqa-model.json", None, "this is no numkbqa model"),
        ("numkbqa-model.json", b"{", "the model's manifest cannot be read"),
        ("numkbqa-model.json", b"[]", "the model was written by another version"),
        ("numkbqa-model.json", b'{"format": 2}', "the model's manifest does not name its knowledge base"),
        ("model.safetensors", None, "model.safetensors: the weights cannot be read"),
        ("model.safetensors", b"\x10\x00", "model.safetensors: the weights cannot be read"),
        ("classifier.safetensors", b"", "classifier.safetensors: the weights cannot be read"),
    ],
)
def test_a_damaged_model_is_refused(
    name: str, content: bytes | None, message: str, copy: Path, program: Program
) -> None:
    damage(copy / "model" / name, content)
    assert_refused(program("ask", copy / "model", "What is the capital of France?", "--json"), message)


def test_a_model_of_other_settings_is_refused(copy: Path, program: Program) -> None:
    manifest = copy / "model" / "numkbqa-model.json"
    document = json.loads(manifest.read_text(encoding="utf-8"))
    document["settings"]["nsm"]["depth"] = 7
    manifest.write_text(json.dumps(document), encoding="utf-8")
    run = program("ask", copy / "model", "What is the capital of France?")
    assert_refused(run, f"{copy / 'model'}: the model's settings are not those of this version", "nsm.depth")


def test_a_model_whose_knowledge_base_moved_or_changed_is_refused(copy: Path, program: Program) -> None:
    shutil.move(copy / "kb", copy / "elsewhere")
    run = program("ask", copy / "model", "What is the capital of France?")
    assert_refused(run, f"the knowledge base of this model is not at {copy / 'kb'} any more")
    (copy / "triples.tsv").write_text("paris\tin\tfrance\n", encoding="utf-8")
    build_kb([copy / "triples.tsv"], copy / "kb")
    run = program("ask", copy / "model", "What is the capital of France?")
    assert_refused(run, f"{copy / 'kb'}: the knowledge base changed since this model was trained")


@pytest.mark.parametrize("task", ["train", "pretrain", "build"])
def test_a_strangers_folder_is_never_written_to(
    task: str, model: Path, tmp_path: Path, program: Program
) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").write_text("years of work", encoding="utf-8")
    (tmp_path / "triples.tsv").write_text("paris\tin\tfrance\n", encoding="utf-8")
    before = listing(tmp_path)
    words = ("kb", "build", tmp_path / "triples.tsv") if task == "build" else (task, model / "kb", *TINY)
    assert_refused(program(*words, "-o", tmp_path / "thesis"), str(tmp_path / "thesis"))
    assert listing(tmp_path) == before


def test_predictions_never_replace_a_folder(model: Path, tmp_path: Path, program: Program) -> None:
    questions = write_questions(tmp_path / "questions.jsonl")
    (tmp_path / "mine").mkdir()
    before = listing(tmp_path)
    run = program("evaluate", model / "model", questions, "--predictions", tmp_path / "mine")
    assert_refused(run, f"{tmp_path / 'mine'}: a folder stands where the predictions shall go")
    assert listing(tmp_path) == before


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("nsm.widht=3", 'error: --set nsm.widht=3: unknown setting "nsm.widht"\n  did you mean "nsm.width"?'),
        ("nsm.width=wide", 'error: --set nsm.width=wide: setting "nsm.width": '),
        ("device=abacus", "setting device: torch cannot compute on the device 'abacus'"),
        ("device=meta", "setting device: torch cannot compute on the device 'meta'"),
        ("basic=oracle", "there is no basic reasoner 'oracle'"),
    ],
)
def test_a_wrong_setting_is_refused(
    setting: str, message: str, model: Path, tmp_path: Path, program: Program
) -> None:
    run = program("train", model / "kb", "-o", tmp_path / "new", *TINY, "--set", setting)
    assert_refused(run, message)
    assert listing(tmp_path) == {}


def test_a_wrong_key_in_a_settings_file_is_refused_with_its_line(
    model: Path, tmp_path: Path, program: Program
) -> None:
    config = tmp_path / "settings.yaml"
    config.write_text("seed: 1\nnsm:\n  widht: 3\n", encoding="utf-8")
    run = program("train", model / "kb", "-o", tmp_path / "new", "--config", config)
    assert_refused(run, f'{config}:3: unknown setting "nsm.widht"\n  did you mean "nsm.width"?')
    assert list(listing(tmp_path)) == ["settings.yaml"]


def test_an_interrupted_training_leaves_no_model_and_goes_on_later(
    model: Path, tmp_path: Path, program: Program
) -> None:
    work = tmp_path / "work"
    work.mkdir()
    words: list[str | Path] = [
        "train",
        model / "kb",
        "-o",
        work / "new",
        *as_overrides(QUICK, tmp_path / "cache"),
    ]
    long = [*words, "--set", "basic_training.epochs=2000", "--set", "basic_training.patience=2000"]
    with subprocess.Popen(command(*long), stdout=-1, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        seen = []
        for line in run.stderr:
            seen.append(line)
            if "pre-training nsm: epoch 2 of 2000" in line:
                run.send_signal(signal.SIGINT)
                break
        rest = run.stderr.read()
        assert run.wait(timeout=60) == 2, [*seen, rest]
    assert rest.endswith(
        f"interrupted: training was interrupted: {work / 'new'} was not written; "
        "the same command goes on from the last finished stage\n"
    )
    assert "Traceback" not in rest
    assert listing(work) == {}
    again = program(*words)
    assert again.returncode == 0, again.stderr
    assert "numbers: reused from an earlier run" in again.stderr
    assert (work / "new" / "numkbqa-model.json").is_file()


def test_no_question_is_made_about_a_held_out_topic(model: Path, tmp_path: Path, program: Program) -> None:
    kb, file = open_kb(model / "kb"), tmp_path / "held-out.jsonl"
    topics = [kb.entity_id(entity) for entity in range(kb.num_entities)]
    file.write_bytes(jsonl({**GOOD, "topic_entities": topics}))
    run = program("train", model / "kb", "-o", tmp_path / "new", *TINY, "--held-out", file)
    assert_refused(run, "the graph gives no pseudo question")


def damage(file: Path, content: bytes | None) -> None:
    """Put other content into a file; None deletes it."""
    if content is None:
        file.unlink()
    else:
        file.write_bytes(content)
