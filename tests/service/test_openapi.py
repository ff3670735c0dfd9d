"""The API fuzzed against its own documentation: no input whatever makes it fail."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.server import serving
from tests.support.small_world import Trained

OPERATIONS = (
    ("POST", "/ask"),
    ("GET", "/entities"),
    ("GET", "/entities/{id}"),
    ("GET", "/relations"),
    ("POST", "/rank"),
    ("GET", "/health"),
    ("GET", "/metrics"),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def documented(trained: Trained) -> Iterator[Any]:
    with serving(trained.model) as server:
        yield schemathesis.openapi.from_url(f"{server.url}openapi.json")


def test_every_operation_is_fuzzed(documented: Any) -> None:
    paths = documented.raw_schema["paths"]
    found = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_input_breaks_the_api(method: str, path: str, mode: GenerationMode, documented: Any) -> None:
    operation = documented[path][method]
    if mode is GenerationMode.NEGATIVE and not (
        operation.body or operation.query or operation.path_parameters
    ):
        pytest.skip("it takes no input that could be wrong")

    @settings(
        max_examples=10,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def fuzz(case: schemathesis.Case[Any]) -> None:
        case.call_and_validate(checks=CHECKS)

    fuzz()
