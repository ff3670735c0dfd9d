"""What the readers found, kept beside a store as Parquet, so that new facts can be added later.

Which relation is numerical, in which unit, and which of several values counts depends on the whole graph.
Adding facts therefore settles everything anew from these records; only the reading is saved.
"""

from pathlib import Path

from numkbqa.kb.folder import RECORDS
from numkbqa.kb.staging import TABLES, Staging


def save_records(staging: Staging, folder: Path) -> None:
    """Save the staging tables as the readers left them.

    Args:
        staging: the graph, loaded and not yet settled.
        folder: folder of the store's data.
    """
    target = folder / RECORDS
    target.mkdir()
    for table in TABLES:
        if staging.scalar(f"SELECT count(*) FROM {table}"):
            file = _quoted(target / f"{table}.parquet")
            staging.execute(f"COPY {table} TO {file} (FORMAT parquet, COMPRESSION zstd)")


def load_records(staging: Staging, data: Path, sources: list[str]) -> None:
    """Load the records of an existing store.

    Args:
        staging: an empty staging database.
        data: folder of the store's data.
        sources: the files that they came from, in the order of their numbers.
    """
    for source in sources:
        staging.add_source(Path(source))
    for table in TABLES:
        file = data / RECORDS / f"{table}.parquet"
        if file.exists():
            staging.execute(f"INSERT INTO {table} SELECT * FROM read_parquet({_quoted(file)})")


def _quoted(path: Path) -> str:
    """A path as a text of SQL."""
    return "'" + str(path).replace("'", "''") + "'"
