"""Graphs with something to find for the doctor."""

from numkbqa.kb import SetAside
from tests.support.toy_kb import ToyKB, number


def dirt(
    entity: str, relation: str, lexical: str, reason: str, line: int | None = None
) -> tuple[str, SetAside]:
    """A value of `graph.csv` set aside, as `ToyKB` takes it."""
    return entity, SetAside(-1, relation, lexical, reason, source="graph.csv", line=line)


def cities(count: int = 60) -> ToyKB:
    """Cities of three countries with populations: one ten thousand times too large, six unknown ("9999")."""
    ids = [f"city{i:02d}" for i in range(count)]
    facts = [(city, "in", f"land{i % 3}") for i, city in enumerate(ids)]
    facts += [(city, "type", "city") for city in ids]
    numbers = [(city, "population", number(1000 + 17 * i)) for i, city in enumerate(ids[7:])]
    numbers += [(city, "population", number(9999)) for city in ids[1:7]]
    numbers += [(ids[0], "population", number(12_000_000))]
    labels = {city: f"City {city[4:]}" for city in ids} | {f"land{i}": f"Land {i}" for i in range(3)}
    return ToyKB(facts, numbers, labels | {"city": "city"})
