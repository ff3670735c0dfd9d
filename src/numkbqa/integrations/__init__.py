"""Thin adapters: a model as the retriever of other libraries. Each module needs its own extra."""
