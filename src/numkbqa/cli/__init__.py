"""The command line: each command parses, calls one library function, and prints."""

from numkbqa.cli.app import main

__all__ = ["main"]
