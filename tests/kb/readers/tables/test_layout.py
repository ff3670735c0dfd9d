import pytest

from numkbqa.kb.readers.tables.layout import Layout, find_layout, surely_has_header


def layout(
    text: str, name: str = "t.csv", *, delimiter: str | None = None, header: bool | None = None
) -> Layout:
    found = find_layout(text, name, delimiter=delimiter, header=header)
    assert found is not None
    return found


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_what_makes_rows_alike(delimiter: str) -> None:
    rows = [["name", "height"], ["x", "1"], ["y", "2"]]
    text = "".join(delimiter.join(row) + "\n" for row in rows)
    assert layout(text).dialect.delimiter == delimiter


def test_decimal_commas_and_quoted_delimiters_do_not_mislead() -> None:
    assert layout("name;height;weight\na;1,5;2,5\nb;1,6;2,6\n").dialect.delimiter == ";"
    assert layout('name,place\na,"x; y"\nb,"u; v"\n').dialect.delimiter == ","
    assert layout("a\tb\n1,5\t2,5\n3,1\t4,2\n", "t.tsv").dialect.delimiter == "\t"


def test_one_ragged_row_does_not_change_the_delimiter() -> None:
    assert layout("a,b,c\n1,2,3\n4,5\n6,7,8\n").dialect.delimiter == ","


def test_a_column_alone_is_a_table() -> None:
    found = layout("name\nAnna\nBert\n")
    assert (found.header, found.width, found.skip) == (["name"], 1, 1)


def test_excel_may_say_its_delimiter() -> None:
    found = layout("sep=;\nname;a,b\nx;1,2\n")
    assert (found.dialect.delimiter, found.header, found.skip) == (";", ["name", "a,b"], 2)


def test_titles_before_the_table_are_its_preamble() -> None:
    found = layout("World data\n\nname,height,weight\na,1,2\nb,3,4\n")
    assert (found.header, found.skip) == (["name", "height", "weight"], 3)
    assert [record.text for record in found.preamble] == ["World data"]


@pytest.mark.parametrize(
    "text",
    [
        "name,height\na,1\n",
        "Country,Capital\nFrance,Paris\nItaly,Rome\n",
        "Country,1960,1970\nFrance,1,2\n",
        ",name\n0,a\n1,b\n",
        "id:ID,:LABEL\n1,A\n2,A\n",
    ],
)
def test_a_first_row_without_values_is_a_header(text: str) -> None:
    assert layout(text).header == text.split("\n", maxsplit=1)[0].split(",")


@pytest.mark.parametrize("text", ["a,1\nb,2\n", "anna,knows,bert\nbert,knows,carl\n", "a,,c\nd,e,f\n"])
def test_a_first_row_with_values_repetitions_or_gaps_is_none(text: str) -> None:
    found = layout(text)
    assert (found.header, found.skip) == (None, 0)
    assert found.names == [f"column {number}" for number in range(1, found.width + 1)]


def test_the_user_knows_better() -> None:
    assert layout("France,Paris\nItaly,Rome\n", header=False).header is None
    assert layout("1,2\n3,4\n", header=True).header == ["1", "2"]
    assert layout("a;b,c\n1;2,3\n", delimiter=";").header == ["a", "b,c"]


def test_a_header_that_lacks_the_name_of_row_names_gets_one() -> None:
    found = layout("name,height\nx,Anna,5\ny,Bert,6\n")
    assert found.names == ["column 1", "name", "height"]


def test_a_delimiter_at_the_end_of_rows_makes_an_empty_column() -> None:
    assert layout("name,height\nAnna,5,\nBert,6,\n").names == ["name", "height", "column 3"]


def test_quotes_escaped_by_backslashes_are_noticed() -> None:
    assert layout('name,note\nx,"say \\"hi\\""\n').dialect.backslash
    assert not layout('name,note\nx,"say ""hi"""\n').dialect.backslash


def test_line_breaks_in_names_of_columns_are_spaces() -> None:
    found = layout('name,"height\nin cm"\na,1\n')
    assert (found.names, found.skip) == (["name", "height in cm"], 2)


def test_blank_texts_have_no_layout() -> None:
    assert find_layout("", "t.csv") is None
    assert find_layout("\n \n", "t.csv") is None


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("name\theight\nAnna\t5\n", True),
        ("head\trelation\ttail\na\tr\tb\n", True),
        ("Land\tEinwohner\nItalien\t60\nPolen\t38\n", True),
        ("a\tb\tc\td\te\tf\nu\tv\tw\tx\ty\tz\n", True),
        ("anna\tknows\tbert\nbert\tknows\tcarl\n", False),
        ("anna\ttype\tcity\nbert\ttype\tcity\n", False),
        ("France\tpopulation\t67\nItaly\tpopulation\t60\n", False),
        ("e1\tAnna\ne2\tBert\n", False),
        ("a\t5\nb\t6\n", False),
    ],
)
def test_only_a_sure_header_makes_a_table_of_tab_separated_text(text: str, sure: bool) -> None:
    assert surely_has_header(layout(text, "t.tsv"), text) is sure
