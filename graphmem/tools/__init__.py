"""Memory as tools for a model: plain functions, JSON schemas, and answers in words."""

from graphmem.tools.toolbox import Answer, Tools

__all__ = ["Answer", "Tools"]
