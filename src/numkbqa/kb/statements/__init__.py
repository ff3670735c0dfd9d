"""Statements about values and statements about statements, folded into the facts that they mean.

RDF says that a city had 800,000 people in 2001 by way of a node of its own: a quantity with a unit, a
statement with qualifiers, an event. Each pass turns one such shape into literals with unit, rank and date, or
hands the numbers of an event on to its neighbours, so that they stand where a question looks for them.
"""

from numkbqa.kb.staging import Staging
from numkbqa.kb.statements.events import hand_on_numbers, mark_events
from numkbqa.kb.statements.property_names import name_properties
from numkbqa.kb.statements.reified import fold_reified
from numkbqa.kb.statements.roles import make_roles
from numkbqa.kb.statements.unknown import read_unknown
from numkbqa.kb.statements.value_nodes import fold_value_nodes
from numkbqa.kb.statements.wikidata import fold_wikidata


def settle_statements(staging: Staging) -> None:
    """Fold the statement nodes of a graph; makes the table `event` (id) of its n-ary nodes.

    Args:
        staging: the graph as its readers left it.
    """
    make_roles(staging)
    name_properties(staging)
    fold_value_nodes(staging)
    fold_wikidata(staging)
    fold_reified(staging)
    read_unknown(staging)
    mark_events(staging)
    hand_on_numbers(staging)
