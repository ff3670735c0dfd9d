import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from numkbqa import __version__
from numkbqa.cli.app import app

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "numkbqa"
MODULES = sorted(SOURCE.rglob("*.py"))
MAX_LINES = 500

# Each room imports only from rooms before it, or from itself.
STREET = (
    "errors",
    "lazy",
    "config",
    "files",
    "progress",
    "values",
    "kb",
    "text",
    "world",
    "questions",
    "doctor",
    "retrieval",
    "reasoning",
    "evaluation",
    "training",
    "evidence",
    "answering",
    "lookup",
    "api",
    "evaluating",
    "experiments",
    "demo",
    "integrations",
    "service",
    "cli",
    "__main__",
)

# Modules without code of their own to test, or tested through another room.
TESTED_ELSEWHERE = {
    "__main__.py": "cli/test_kb.py",
    "kb/protocol.py": "kb/test_store.py",
    "doctor/examined.py": "doctor/test_diagnosis.py",
    "text/encoder.py": "text/test_tiny.py",
    "text/pooling.py": "text/test_transformer.py",
    "world/chemistry.py": "world/test_graph.py",
    "world/geography.py": "world/test_graph.py",
    "world/tables.py": "world/test_graph.py",
    "world/vocabulary.py": "world/test_graph.py",
    "reasoning/numerical/layer.py": "reasoning/numerical/test_numerical_transformer.py",
    "reasoning/comprehensive/settings.py": "training/test_settings.py",
    "retrieval/settings.py": "cli/test_commands.py",
    "training/settings.py": "cli/test_commands.py",
    "answering/question_flow.py": "answering/test_answerer.py",
    "service/page/headers.py": "service/page/test_router.py",
    "service/page/served.py": "service/page/test_router.py",
    "service/page/templates.py": "service/page/test_router.py",
    "cli/ask.py": "cli/test_commands.py",
    "cli/config.py": "cli/test_commands.py",
    "cli/demo.py": "cli/test_commands.py",
    "cli/evaluate.py": "cli/test_commands.py",
    "cli/experiment.py": "cli/test_commands.py",
    "cli/options.py": "cli/test_commands.py",
    "cli/train.py": "cli/test_commands.py",
}


def relative(module: Path) -> str:
    return module.relative_to(SOURCE).as_posix()


def room(module: Path) -> str:
    return module.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(module: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "numkbqa":
            yield from ((node.lineno, f"numkbqa.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def function_lengths() -> list[int]:
    lengths = []
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lengths.append(0 if not body else (body[-1].end_lineno or 0) - body[0].lineno + 1)
    return sorted(lengths)


@pytest.mark.parametrize(
    "module", [module for module in MODULES if module != SOURCE / "__init__.py"], ids=relative
)
def test_imports_go_one_way(module: Path) -> None:
    here = STREET.index(room(module))
    wrong = []
    for line, name in imports(module):
        assert not name.startswith("."), f"{relative(module)}:{line}: relative import"
        if name.startswith("numkbqa.") and STREET.index(name.split(".")[1]) > here:
            wrong.append(f"{relative(module)}:{line} imports {name}")
    assert not wrong


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_no_file_is_long(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_the_package_has_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__


def test_functions_are_short() -> None:
    lengths = function_lengths()
    assert lengths[len(lengths) // 2] <= 10
    assert lengths[len(lengths) * 9 // 10] < 30


def defined_names(module: Path) -> set[str]:
    body = ast.parse(module.read_text(encoding="utf-8")).body
    return {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def names_tested(folder: Path) -> set[str]:
    """Names of the library that the tests of a folder import, from wherever they are re-exported."""
    trees = [ast.parse(test.read_text(encoding="utf-8")) for test in folder.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in nodes if (node.module or "").startswith("numkbqa") for name in node.names}


def directly_tested(module: Path) -> bool:
    """Whether a test mirrors the module, or a test of its room imports it or what it defines."""
    mirror = ROOT / "tests" / module.relative_to(SOURCE).parent / f"test_{module.name}"
    tested = names_tested(ROOT / "tests" / room(module))
    return mirror.is_file() or module.stem in tested or bool(defined_names(module) & tested)


@pytest.mark.parametrize(
    "module", [module for module in MODULES if module.name != "__init__.py"], ids=relative
)
def test_every_module_has_its_test(module: Path) -> None:
    elsewhere = TESTED_ELSEWHERE.get(relative(module))
    if elsewhere is None:
        assert directly_tested(module), (
            f"nothing in tests/{room(module)} mirrors or imports {relative(module)}"
        )
    else:
        assert (ROOT / "tests" / elsewhere).is_file()


def test_the_list_of_exceptions_is_not_stale() -> None:
    assert [name for name in TESTED_ELSEWHERE if not (SOURCE / name).is_file()] == []


def code_lines(document: Path) -> list[str]:
    blocks = re.findall(
        r"^```(?:bash|sh|console)\n(.*?)^```", document.read_text(encoding="utf-8"), re.M | re.S
    )
    lines = "\n".join(blocks).replace("\\\n", " ").splitlines()
    return [line.removeprefix("$ ").partition(" #")[0].strip() for line in lines]


@pytest.mark.parametrize(
    "document", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda p: p.name
)
def test_documented_commands_exist(document: Path) -> None:
    for line in code_lines(document):
        if not line.startswith("numkbqa "):
            continue
        words = shlex.split(line)[1:]
        command = words[:2] if words[0] in {"kb", "experiment"} else words[:1]
        shown = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200", "NO_COLOR": "1"})
        assert shown.exit_code == 0, line
        options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
        assert [option for option in options if option not in shown.output] == [], line


def test_the_readme_shows_commands_at_all() -> None:
    lines = code_lines(ROOT / "README.md")
    assert {"make demo", "make test"} <= set(lines)
    assert sum(line.startswith("numkbqa ") for line in lines) >= 5


def test_documented_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    used = {line.split()[1] for line in code_lines(ROOT / "README.md") if line.startswith("make ")}
    assert used <= targets


def test_ci_runs_make_test() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
