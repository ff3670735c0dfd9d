"""What goes wrong in another package's reasoner is told with its place there, and is no fault of numkbqa."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
import torch
from pydantic import ValidationError, field_validator
from torch import Tensor

from numkbqa.config import Section
from numkbqa.errors import UserError
from numkbqa.reasoning.basic import (
    BasicOutput,
    BasicReasoner,
    GraphVocabulary,
    make_reasoner,
    reason,
    settings_of_reasoner,
)
from numkbqa.retrieval.batch import Batch
from tests.support.random_batch import random_batch

WIDTH = 3
VOCABULARY = cast("GraphVocabulary", SimpleNamespace())


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch) -> type[BasicReasoner]:
    """The class of a reasoner that is none of numkbqa's; `give` makes its output."""
    monkeypatch.setattr(BasicReasoner, "registry", dict(BasicReasoner.registry))

    class Strange(BasicReasoner):
        key, paper, settings_class = "strange", "none", Section
        give: Callable[[Batch], Any] = staticmethod(lambda batch: None)

        def __init__(self, settings: Section, vocabulary: GraphVocabulary) -> None:
            super().__init__()
            self.width, self.scorer = WIDTH, torch.nn.Linear(WIDTH, 1)

        def forward(self, batch: Batch) -> BasicOutput:
            output: BasicOutput = self.give(batch)
            return output

    return Strange


def right(batch: Batch) -> BasicOutput:
    """An output as it should be."""
    scores = torch.zeros(batch.num_entities, requires_grad=True)
    entities = torch.zeros(batch.num_entities, WIDTH)
    return BasicOutput(entities, scores, ~batch.topics, scores, scores.unsqueeze(0))


def made(strange: type[BasicReasoner], give: Callable[[Batch], Any]) -> BasicReasoner:
    """A reasoner that gives this."""
    strange.give = staticmethod(give)  # type: ignore[attr-defined]
    return make_reasoner(strange, Section(), VOCABULARY)


def changed(**fields: Callable[[Tensor], Tensor]) -> Callable[[Batch], BasicOutput]:
    """The right output, some fields of it changed."""

    def give(batch: Batch) -> BasicOutput:
        output = right(batch)
        return replace(output, **{name: change(getattr(output, name)) for name, change in fields.items()})

    return give


def test_what_is_right_is_passed_on(strange: type[BasicReasoner]) -> None:
    batch = random_batch(0)[1]
    output = reason(made(strange, right), batch)
    assert output.entities.shape == (batch.num_entities, WIDTH)


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (lambda batch: None, "gives a NoneType, no BasicOutput"),
        (lambda batch: (1, 2), "gives a tuple, no BasicOutput"),
        (changed(entities=lambda e: e[:, 1:]), r"entities of shape \(\d+, 2\) .* not \(\d+, 3\)"),
        (changed(scores=lambda s: s[1:]), "scores of shape"),
        (changed(scores=lambda s: s.double()), "scores of shape .* torch.float64, not"),
        (changed(allowed=lambda a: a.float()), "allowed of shape .* torch.bool"),
        (changed(probabilities=lambda p: p[:, None]), "probabilities of shape"),
        (changed(steps=lambda s: s[0]), "steps of shape"),
        (changed(steps=lambda s: s.sum()), "steps of shape"),
        (changed(steps=lambda s: None), "steps as a NoneType, no tensor"),  # type: ignore[arg-type,return-value]
        (changed(steps=list), "steps as a list, no tensor"),  # type: ignore[arg-type]
        (changed(scores=lambda s: None), "scores as a NoneType"),  # type: ignore[arg-type,return-value]
        (changed(scores=lambda s: s.to("meta")), "scores on the device meta, not cpu"),
        (changed(scores=lambda s: s.detach()), "scores without a gradient"),
        (changed(probabilities=lambda p: p.detach()), "probabilities without a gradient"),
        (changed(entities=lambda e: e + torch.nan), r"entities that are not numbers \(NaN\)"),
        (changed(scores=lambda s: s + torch.nan), "scores that are not numbers"),
        (changed(entities=lambda e: e + torch.inf), "entities that are infinite"),
        (changed(probabilities=lambda p: p - 1), "probabilities below 0"),
        (changed(steps=lambda s: s - 1), "steps below 0"),
    ],
)
def test_what_is_wrong_is_named(
    strange: type[BasicReasoner], give: Callable[[Batch], Any], message: str
) -> None:
    with pytest.raises(UserError, match=message) as error:
        reason(made(strange, give), random_batch(0)[1])
    assert error.value.where == __file__
    assert "'strange'" in str(error.value)


def test_answering_needs_no_gradient(strange: type[BasicReasoner]) -> None:
    batch = random_batch(0)[1]
    with torch.no_grad():
        reason(made(strange, changed(scores=lambda s: s.detach())), batch)
    frozen = made(strange, changed(scores=lambda s: s.detach()))
    reason(frozen.requires_grad_(False), batch)


def test_training_that_ran_away_is_not_blamed_on_it(strange: type[BasicReasoner]) -> None:
    basic = made(strange, changed(scores=lambda s: s + torch.nan))
    torch.nn.init.constant_(basic.scorer.bias, torch.inf)
    assert reason(basic, random_batch(0)[1]).scores.isnan().all()


def test_a_command_is_not_ended_by_it(strange: type[BasicReasoner]) -> None:
    def give(batch: Batch) -> BasicOutput:
        raise SystemExit(3)

    with pytest.raises(UserError, match="'strange' failed: SystemExit: 3"):
        reason(made(strange, give), random_batch(0)[1])


def test_its_settings_are_a_section(strange: type[BasicReasoner]) -> None:
    @dataclass
    class Plain:
        width: int = 3

    for wrong in (dict, Plain, None):
        strange.settings_class = wrong  # type: ignore[assignment]
        with pytest.raises(UserError, match="gives no `settings_class`"):
            settings_of_reasoner(strange, {})
    del strange.settings_class
    with pytest.raises(UserError, match="gives no `settings_class`"):
        settings_of_reasoner(strange, {})


def test_settings_that_fail_are_told_as_its_own(strange: type[BasicReasoner]) -> None:
    class Failing(Section):
        width: int = 3

        @field_validator("width")
        @classmethod
        def _check(cls, width: int) -> int:
            if width == 4:
                raise RuntimeError("boom")
            return width

    strange.settings_class = Failing
    assert settings_of_reasoner(strange, {"width": 5}) == Failing(width=5)
    with pytest.raises(UserError, match="'strange' failed: RuntimeError: boom") as error:
        settings_of_reasoner(strange, {"width": 4})
    assert error.value.where == __file__
    with pytest.raises(ValidationError):
        settings_of_reasoner(strange, {"width": "wide"})


def test_an_error_in_its_code_has_its_place(strange: type[BasicReasoner]) -> None:
    def give(batch: Batch) -> BasicOutput:
        raise KeyError("no such fact")

    with pytest.raises(UserError, match="'strange' failed: KeyError: 'no such fact'") as error:
        reason(made(strange, give), random_batch(0)[1])
    assert error.value.where == __file__
    assert error.value.line == give.__code__.co_firstlineno + 1
    assert isinstance(error.value.__cause__, KeyError)


def test_one_that_fails_is_told_before_anything_is_trained(strange: type[BasicReasoner]) -> None:
    def fails(self: BasicReasoner, settings: Section, vocabulary: GraphVocabulary) -> None:
        raise ValueError("too wide")

    def forgets(self: BasicReasoner, settings: Section, vocabulary: GraphVocabulary) -> None:
        torch.nn.Module.__init__(self)

    for start, message in ((fails, "failed: ValueError: too wide"), (forgets, "gives no `width`")):
        strange.__init__ = start  # type: ignore[assignment,method-assign]
        with pytest.raises(UserError, match=message):
            make_reasoner(strange, Section(), VOCABULARY)


def made_with(strange: type[BasicReasoner], build: Callable[[torch.nn.Module], object]) -> BasicReasoner:
    """A reasoner as it should be, but for what `build` does to it."""

    def start(self: BasicReasoner, settings: Section, vocabulary: GraphVocabulary) -> None:
        torch.nn.Module.__init__(self)
        self.width, self.scorer = WIDTH, torch.nn.Linear(WIDTH, 1)
        build(self)

    strange.__init__ = start  # type: ignore[assignment,method-assign]
    return make_reasoner(strange, Section(), VOCABULARY)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda made: setattr(made, "width", 0), "gives no `width`, a whole number above 0"),
        (
            lambda made: setattr(made, "scorer", torch.nn.Linear(WIDTH + 1, 1)),
            "a `scorer` from 4 to 1 places for entity vectors of `width` 3",
        ),
        (lambda made: setattr(made, "scorer", torch.nn.Linear(WIDTH, 2)), "a `scorer` from 3 to 2 places"),
        (
            lambda made: setattr(made, "scorer", torch.nn.Sequential(torch.nn.Linear(WIDTH, 1))),
            "no `scorer`, a linear layer",
        ),
        (lambda made: setattr(made, "late", torch.nn.LazyLinear(WIDTH)), "'late.weight' without a shape"),
        (
            lambda made: setattr(made, "late", torch.nn.LazyBatchNorm1d(affine=False)),
            "the buffer 'late.running_mean' without a shape",
        ),
        (
            lambda made: setattr(made, "scale", torch.nn.Parameter(torch.tensor(torch.inf))),
            "'scale' with values that are no finite numbers",
        ),
        (
            lambda made: setattr(made, "scale", torch.nn.Parameter(torch.ones(2, device="meta"))),
            "the parameter 'scale' without values",
        ),
        (
            lambda made: made.register_buffer("mean", torch.full((2,), torch.nan)),
            r"the buffer 'mean' with values that are not numbers",
        ),
        (
            lambda made: made.register_buffer("near", torch.eye(2).to_sparse()),
            "the buffer 'near' that is sparse",
        ),
        (lambda made: made.requires_grad_(False), "no parameter that can learn"),
    ],
)
def test_one_that_cannot_be_trained_and_kept_is_told_before_it_is(
    strange: type[BasicReasoner], build: Callable[[torch.nn.Module], object], message: str
) -> None:
    with pytest.raises(UserError, match=message) as error:
        made_with(strange, build)
    assert error.value.where == __file__


@pytest.mark.parametrize("near", [torch.eye(2).to_sparse(), torch.eye(2).to_sparse_csr()])
def test_what_is_not_kept_may_be_sparse(strange: type[BasicReasoner], near: Tensor) -> None:
    made_with(strange, lambda made: made.register_buffer("near", near, persistent=False))


def test_errors_of_numkbqas_own_stay_what_they_are(strange: type[BasicReasoner]) -> None:
    def give(batch: Batch) -> BasicOutput:
        raise KeyError("a bug of ours")

    basic = made(strange, give)
    strange.__module__ = "numkbqa.reasoning.basic.strange"
    with pytest.raises(KeyError, match="a bug of ours"):
        reason(basic, random_batch(0)[1])
