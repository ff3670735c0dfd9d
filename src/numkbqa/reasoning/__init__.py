"""Reasoning: basic (meaning), numerical (numbers) and comprehensive (both together)."""
