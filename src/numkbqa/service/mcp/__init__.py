"""The agent tools: a read-only server of the Model Context Protocol over trained models."""

from numkbqa.service.mcp.server import mcp_server

__all__ = ["mcp_server"]
