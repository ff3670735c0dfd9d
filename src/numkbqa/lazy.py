"""Names of a package that are imported when they are first used, so that its light modules stay light."""

from collections.abc import Callable, Mapping
from importlib import import_module


def imported_when_used(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """Make the `__getattr__` of a package (PEP 562).

    Args:
        package: name of the package.
        modules: for each name that the package gives out, the module of the package that defines it.

    Returns:
        What Python calls for a name that the package does not hold yet.
    """

    def find(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return find
