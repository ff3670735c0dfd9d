from pathlib import Path

import pytest

from numkbqa.errors import UserError
from numkbqa.kb.readers import choose_readers, expand_sources
from numkbqa.kb.readers.rdf import RdfReader
from numkbqa.kb.readers.tsv import TsvReader


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.nt", "", RdfReader),
        ("A.TTL.GZ", "", RdfReader),
        ("a.tsv", "<a>\t<b>\t<c>", TsvReader),
        ("dump", "<http://a> <http://b> <http://c> .\n", RdfReader),
        ("dump.txt", "@prefix x: <http://x.org/> .", RdfReader),
        ("dump.xml", '<?xml version="1.0"?>\n<rdf:RDF>', RdfReader),
        ("dump.txt", "a\tr\tb\n", TsvReader),
    ],
)
def test_readers_are_chosen_by_name_then_by_content(tmp_path: Path, name: str, text: str, kind: type) -> None:
    (tmp_path / name).write_text(text)
    readable, skipped = choose_readers(expand_sources([tmp_path / name]))
    assert [type(reader) for _, reader in readable] == [kind]
    assert skipped == []


def test_other_files_of_a_folder_are_skipped_and_named(tmp_path: Path) -> None:
    for name in ("a.nt", "README.md", "questions.jsonl", "notes.txt"):
        (tmp_path / name).write_text("a\tb\n")
    readable, skipped = choose_readers(expand_sources([tmp_path]))
    assert [source.path.name for source, _ in readable] == ["a.nt"]
    assert [path.name for path in skipped] == ["README.md", "notes.txt", "questions.jsonl"]


def test_a_named_file_of_no_known_format_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"PK\x03\x04 and more")
    with pytest.raises(UserError, match=r"(?s)a\.docx: the format of the file is not known.*RDF.*\.tsv"):
        choose_readers(expand_sources([tmp_path / "a.docx"]))


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no file in the folder"):
        expand_sources([tmp_path])
    (tmp_path / "README.md").write_text("hello", encoding="utf-8")
    with pytest.raises(UserError, match="no file of the sources is of a known format") as caught:
        choose_readers(expand_sources([tmp_path]))
    assert caught.value.where == tmp_path
