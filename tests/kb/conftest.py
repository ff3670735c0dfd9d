from collections.abc import Callable
from pathlib import Path

import pytest

from numkbqa.kb import BuildReport, EmbeddedKnowledgeBase, build_kb, open_kb
from numkbqa.values.datatype import XSD

Built = tuple[BuildReport, EmbeddedKnowledgeBase]
Builder = Callable[..., Built]
X = "http://x.org/"
TRIPLES_NT = f"<{X}a> <{X}r> <{X}b> .\n"
TRIPLES = "anna\tknows\tbert\nbert\tknows\tcarl\n"
NUMBERS = "anna\tage\t30\txsd:integer\nbert\tage\t41\txsd:integer\n"
NAMES = "anna\tAnna\nbert\tBert\nanna\tAnnie\n"
SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "data"


@pytest.fixture
def build(tmp_path: Path) -> Builder:
    """Build and open a knowledge base out of files given as `build({"names.tsv": "a\\tA"})`."""

    def run(files: dict[str, str]) -> Built:
        paths = []
        for name, text in files.items():
            paths.append(tmp_path / name)
            paths[-1].parent.mkdir(parents=True, exist_ok=True)
            paths[-1].write_text(text, encoding="utf-8")
        return build_kb(paths, tmp_path / "kb"), open_kb(tmp_path / "kb")

    return run


def literals(relation: str, *typed: tuple[str, str]) -> str:
    return "".join(
        f'<{X}e{i}> <{X}{relation}> "{lexical}"^^<{XSD}{name}> .\n' for i, (lexical, name) in enumerate(typed)
    )


def shared_data(name: str) -> Path:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"the real data {name} is not beside the repository")
    return path


@pytest.fixture(scope="session")
def freebase(tmp_path_factory: pytest.TempPathFactory) -> Built:
    output = tmp_path_factory.mktemp("freebase") / "kb"
    return build_kb([shared_data("freebase")], output), open_kb(output)


@pytest.fixture(scope="session")
def geoquery(tmp_path_factory: pytest.TempPathFactory) -> Built:
    output = tmp_path_factory.mktemp("geoquery") / "kb"
    return build_kb([shared_data("geoquery/kb.nt")], output), open_kb(output)
