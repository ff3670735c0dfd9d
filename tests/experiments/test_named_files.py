from pathlib import Path

import pytest

from numkbqa.config import load_settings
from numkbqa.experiments.named_files import ABSENT, named_content
from numkbqa.files import sha256_of
from numkbqa.text.word_vectors import NSM_WORDS
from numkbqa.training.pretrained_numbers import SHIPPED, WEIGHTS
from numkbqa.training.settings import Settings


def content(*overrides: str, numbers: bool = True) -> list[str]:
    settings = load_settings(Settings, None, ["number_training.start=random", *overrides])
    return named_content(settings, numbers=numbers)


@pytest.mark.parametrize(
    "overrides",
    [
        (),
        ("encoder=tiny",),
        ("encoder=roberta",),
        ("encoder=roberta:roberta-large",),
    ],
)
def test_what_is_packaged_or_known_by_name_adds_nothing(overrides: tuple[str, ...]) -> None:
    assert content(*overrides) == []


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        ("number_training.start={folder}", WEIGHTS),
        ("encoder=words:{folder}/glove.txt", "glove.txt"),
        ("encoder=words:{folder}", NSM_WORDS),
        ("encoder=roberta:{folder}", "model.safetensors"),
        ("retrieval.linking.mentions=gliner:{folder}", "pytorch_model.bin"),
    ],
)
def test_the_content_of_what_a_setting_names_counts(tmp_path: Path, setting: str, name: str) -> None:
    named = setting.format(folder=tmp_path)
    seen = []
    for text in ("one", "other", "a third"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        seen.append(tuple(content(named)))
    assert len(set(seen)) == 3
    assert all(len(one) == 1 for one in seen)
    (tmp_path / name).write_text("one", encoding="utf-8")
    assert tuple(content(named)) == seen[0]


def test_the_numbers_of_the_package_count_where_numbers_are_learned() -> None:
    shipped = "number_training.start=shipped"
    (start,) = content(shipped)
    assert start.endswith(sha256_of(SHIPPED / WEIGHTS))
    assert content(shipped, numbers=False) == []


def test_the_place_of_a_file_does_not_count_beyond_its_setting(tmp_path: Path) -> None:
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "glove.txt").write_text("a 1", encoding="utf-8")
    here, there = (content(f"encoder=words:{tmp_path / folder}/glove.txt") for folder in ("here", "there"))
    assert here == there


def test_a_file_that_is_not_there_has_no_hash(tmp_path: Path) -> None:
    (start,) = content(f"number_training.start={tmp_path / 'gone'}")
    (words,) = content(f"encoder=words:{tmp_path / 'gone.txt'}")
    assert start.endswith(ABSENT)
    assert words.endswith(ABSENT)
