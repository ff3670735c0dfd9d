"""The web page: a question in, the answer with its evidence out; and what the graph is like."""

from numkbqa.service.page.assets import ASSETS
from numkbqa.service.page.router import page_router

__all__ = ["ASSETS", "page_router"]
