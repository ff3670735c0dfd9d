"""Classes by name: "mountain", "mountains", or the id of the class."""

from functools import cached_property

from numkbqa.errors import UserError, did_you_mean, shown
from numkbqa.kb import KnowledgeBase
from numkbqa.lookup.checks import likely
from numkbqa.retrieval.linking import fold, plural
from numkbqa.retrieval.linking.build_index import class_names


class ClassNames:
    """Finds classes by id or name; the names of all classes are read when the first name is asked for.

    Args:
        kb: the graph.
    """

    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb

    def prepare(self) -> None:
        """Read the names now."""
        _ = self._by_name

    def find(self, text: str) -> int:
        """Find a class.

        Args:
            text: its id, its label or another of its names, in the singular or plural, or the noun that its
                label ends in.

        Returns:
            KB entity number; of several classes of that name the one with the most facts.

        Raises:
            UserError: nothing is an instance of it, or there is no such thing.
        """
        entity = self._kb.entity_index(text)
        if entity is not None and self._kb.is_class(entity):
            return entity
        folded = fold(text)
        name = next((form for form in (folded, plural(folded)) if form in self._by_name), None)
        if name is None:
            raise self._unknown(text, folded, entity)
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> dict[str, int]:
        kb, classes = self._kb, self._kb.classes()
        # a full name before a noun at the end of one, then the best linked
        links = dict(zip(classes.tolist(), kb.degree(classes).tolist(), strict=True))
        best: dict[str, tuple[int, int, int]] = {}
        for entity in classes.tolist():
            for name, _, kind in class_names(kb, entity):
                place = int(kind), -links[entity], entity
                best[name] = min(place, best.get(name, place))
        return {name: entity for name, (_, _, entity) in best.items()}

    def _unknown(self, text: str, folded: str, entity: int | None) -> UserError:
        if entity is not None:
            what = f'"{self._kb.label(entity)}" is no class: nothing is an instance of it'
            meant = [self._kb.label(kind) for kind in self._kb.types(entity)]
        else:
            what = f'the graph has no class called "{shown(text)}"'
            meant = [self._kb.label(self._by_name[name]) for name in likely(folded, self._by_name)]
        known = "name a class of the graph" if self._by_name else "nothing in this graph has a class"
        remedy = did_you_mean(list(dict.fromkeys(meant))) or f"{known}; a list of ids can be ranked, too"
        return UserError(what, remedy=remedy)
