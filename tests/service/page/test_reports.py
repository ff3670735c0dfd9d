import asyncio
from typing import Any

import pytest

from numkbqa.doctor.page import report
from numkbqa.kb import EmbeddedKnowledgeBase
from numkbqa.service.page import reports
from numkbqa.service.page.reports import Reports
from tests.support.canned_answers import CannedModel


@pytest.fixture
def model(kb: EmbeddedKnowledgeBase) -> CannedModel:
    return CannedModel(kb)


def test_a_report_is_made_once(model: CannedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(name: str, diagnosis: Any) -> Any:
        made.append(name)
        return report(name, diagnosis)

    monkeypatch.setattr(reports, "report", counted)

    async def both() -> list[str]:
        shelf = Reports()
        return list(await asyncio.gather(shelf.of("toy", model), shelf.of("toy", model)))

    first, second = asyncio.run(both())
    assert first == second
    assert first.startswith("<h1>toy</h1>")
    assert made == ["toy"]


def test_a_long_report_is_waited_for_in_bits(model: CannedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "PATIENCE", 0.0)
    shelf = Reports()
    with pytest.raises(TimeoutError):
        asyncio.run(shelf.of("toy", model))
    monkeypatch.setattr(reports, "PATIENCE", 60.0)
    assert "<h1>toy</h1>" in asyncio.run(shelf.of("toy", model))


def test_a_failure_is_told_and_the_next_time_is_another_try(
    model: CannedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object, **named: object) -> None:
        raise ValueError("broken")

    shelf = Reports()
    with monkeypatch.context() as patch:
        patch.setattr(CannedModel, "diagnosis", fails)
        with pytest.raises(ValueError, match="broken"):
            asyncio.run(shelf.of("toy", model))
    assert "<h1>toy</h1>" in asyncio.run(shelf.of("toy", model))
