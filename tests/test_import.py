"""`import numkbqa` costs nothing: what is heavy is imported when a model is opened."""

import subprocess
import sys

HEAVY = ("torch", "transformers", "fastapi", "pandas", "duckdb", "numpy")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = f"import sys, numkbqa; numkbqa.load; print([n for n in {HEAVY} if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
