from contextlib import suppress
from pathlib import Path
from typing import Literal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from numkbqa.config import Section, annotated_yaml, load_settings, read_yaml, setting_keys
from numkbqa.errors import UserError


class Optimiser(Section):
    """How the weights move."""

    learning_rate: float = Field(1e-3, gt=0)
    """Step size of Adam."""

    schedule: Literal["constant", "cosine"] = "constant"
    """How the step size changes."""


class Root(Section):
    """Everything."""

    optimiser: Optimiser = Optimiser()
    epochs: int = 10
    """Passes over the training questions."""

    name: str | None = None


def write(folder: Path, text: str) -> Path:
    file = folder / "settings.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_defaults_without_file_or_overrides() -> None:
    assert load_settings(Root) == Root()


def test_overrides_win_over_the_file_and_the_last_one_wins(tmp_path: Path) -> None:
    file = write(tmp_path, "epochs: 3\noptimiser:\n  schedule: cosine\n")
    settings = load_settings(Root, file, ["epochs=4", "epochs=5", "optimiser.learning_rate=1e-4"])
    assert settings.epochs == 5
    assert settings.optimiser.learning_rate == 1e-4
    assert settings.optimiser.schedule == "cosine"


def test_a_whole_section_can_be_overridden(tmp_path: Path) -> None:
    file = write(tmp_path, "optimiser:\n  schedule: cosine\n")
    settings = load_settings(Root, file, ["optimiser={learning_rate: 0.5}"])
    assert settings.optimiser == Optimiser(learning_rate=0.5)


@pytest.mark.parametrize(("raw", "expected"), [("null", None), ("'7'", "7"), ("a b", "a b")])
def test_override_values_are_yaml(raw: str, expected: str | None) -> None:
    assert load_settings(Root, overrides=[f"name={raw}"]).name == expected


def test_unknown_key_names_key_file_line_and_the_close_match(tmp_path: Path) -> None:
    file = write(tmp_path, "epochs: 3\noptimiser:\n  # a comment\n  learning_rat: 0.1\n")
    with pytest.raises(UserError) as caught:
        load_settings(Root, file)
    assert caught.value.where == str(file)
    assert caught.value.line == 4
    assert 'unknown setting "optimiser.learning_rat"' in str(caught.value)
    assert 'did you mean "optimiser.learning_rate"?' in str(caught.value)


def test_a_key_in_the_wrong_section_is_found() -> None:
    with pytest.raises(UserError, match=r'did you mean "optimiser\.schedule"\?') as caught:
        load_settings(Root, overrides=["schedule=cosine"])
    assert caught.value.where == "--set schedule=cosine"


def test_an_unlike_key_lists_what_is_known_there() -> None:
    with pytest.raises(UserError, match="known here: learning_rate, schedule"):
        load_settings(Root, overrides=["optimiser.zzz=1"])


def test_wrong_type_names_the_line_and_the_value(tmp_path: Path) -> None:
    file = write(tmp_path, "\nepochs: many\n")
    with pytest.raises(UserError, match=r"setting \"epochs\": .*integer.*'many'") as caught:
        load_settings(Root, file)
    assert caught.value.line == 2


def test_further_errors_are_counted() -> None:
    with pytest.raises(UserError, match=r"\(and 1 more\)"):
        load_settings(Root, overrides=["epochs=x", "optimiser.learning_rate=-1"])


def test_an_overridden_fault_is_blamed_on_the_override(tmp_path: Path) -> None:
    file = write(tmp_path, "optimiser:\n  learning_rate: 0.1\n")
    with pytest.raises(UserError) as caught:
        load_settings(Root, file, ["optimiser={learning_rate: -1}"])
    assert caught.value.where == "--set optimiser={learning_rate: -1}"
    assert caught.value.line is None


def test_a_key_set_twice_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, "epochs: 1\nname: x\nepochs: 2\n")
    with pytest.raises(UserError, match='"epochs" is set twice, first in line 1') as caught:
        load_settings(Root, file)
    assert caught.value.line == 3


def test_a_key_set_twice_within_a_list_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, "epochs: 1\nname:\n- a: 1\n  b: 2\n  a: 3\n")
    with pytest.raises(UserError, match=r'"name\.0\.a" is set twice, first in line 3') as caught:
        load_settings(Root, file)
    assert caught.value.line == 5


def test_a_section_may_change_what_it_merges(tmp_path: Path) -> None:
    file = write(tmp_path, "optimiser: {<<: {learning_rate: 0.5, schedule: cosine}, learning_rate: 0.1}\n")
    assert load_settings(Root, file).optimiser == Optimiser(learning_rate=0.1, schedule="cosine")


def test_yaml_is_read_with_the_line_of_every_key() -> None:
    document = read_yaml("a: 1e-4\nb:\n- c: '1e-4'\n- d: 1\n")
    assert document is not None
    assert document.values == {"a": 1e-4, "b": [{"c": "1e-4"}, {"d": 1}]}
    assert document.lines == {("a",): 1, ("b",): 2, ("b", "0", "c"): 3, ("b", "1", "d"): 4}
    assert read_yaml("# nothing\n") is None


def test_broken_yaml_names_the_line(tmp_path: Path) -> None:
    file = write(tmp_path, "epochs: 1\nname: [x\n")
    with pytest.raises(UserError, match="not YAML") as caught:
        load_settings(Root, file)
    assert caught.value.line == 3


@pytest.mark.parametrize("text", ["- epochs\n", "epochs\n"])
def test_a_file_that_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError, match="mapping"):
        load_settings(Root, write(tmp_path, text))


def test_a_missing_file_and_a_binary_file_are_user_errors(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read"):
        load_settings(Root, tmp_path / "absent.yaml")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match="UTF-8"):
        load_settings(Root, tmp_path / "binary.yaml")


@pytest.mark.parametrize("text", ["epochs", "=3", "optimiser..x=1", ""])
def test_a_malformed_override_says_how_to_write_it(text: str) -> None:
    with pytest.raises(UserError, match=r"section\.key=value"):
        load_settings(Root, overrides=[text])


@given(st.text(max_size=40))
def test_any_override_gives_settings_or_a_user_error(text: str) -> None:
    with suppress(UserError):
        assert isinstance(load_settings(Root, overrides=[text]), Root)


def test_an_empty_file_is_all_defaults(tmp_path: Path) -> None:
    assert load_settings(Root, write(tmp_path, "# nothing\n")) == Root()


def test_keys_are_listed_in_order_with_their_sections() -> None:
    keys = ["optimiser", "optimiser.learning_rate", "optimiser.schedule", "epochs", "name"]
    assert setting_keys(Root) == keys


def test_annotated_yaml_documents_and_reads_back_to_the_defaults(tmp_path: Path) -> None:
    text = annotated_yaml(Root)
    assert "  # Step size of Adam.\n  learning_rate: 0.001\n" in text
    assert "  # How the step size changes. One of: constant, cosine.\n" in text
    assert "# How the weights move.\noptimiser:\n" in text
    assert yaml.safe_load(text) == Root().model_dump()
    assert load_settings(Root, write(tmp_path, text)) == Root()
