from concurrent.futures import ThreadPoolExecutor

import torch

from numkbqa.reasoning.lanes import Lane, at_once_or_later, current_lane, lane_generator

CPU = torch.device("cpu")


def test_a_thread_is_in_the_lane_that_it_entered_and_in_no_other() -> None:
    lane, inner = Lane(1), Lane(2)
    assert current_lane() is None
    assert lane_generator(CPU) is None
    with lane.entered(), ThreadPoolExecutor(1) as other:
        assert current_lane() is lane
        assert lane_generator(CPU) is lane.generator
        assert lane_generator(torch.device("meta")) is None
        assert other.submit(current_lane).result() is None
        with inner.entered():
            assert current_lane() is inner
        assert current_lane() is lane
    assert current_lane() is None


def test_what_changes_a_module_waits_for_the_end_of_the_batch() -> None:
    lane, done = Lane(1), list[str]()
    at_once_or_later(lambda: done.append("outside"))
    with lane.entered():
        at_once_or_later(lambda: done.append("first"))
        at_once_or_later(lambda: done.append("second"))
        assert done == ["outside"]
    lane.settle()
    lane.settle()
    assert done == ["outside", "first", "second"]
