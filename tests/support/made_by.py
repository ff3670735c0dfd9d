"""What a record or a result file says of the program and the machine that made it."""

from typing import Any

MADE_BY: dict[str, Any] = {
    "numkbqa": "9.9",
    "commit": None,
    "machine": {
        "cores": 2,
        "memory_gib": 4.0,
        "threads": 1,
        "torch": "2",
        "python": "3",
        "system": "Linux x86_64",
    },
    "peak_memory_bytes": 2**30,
}
