"""Texts of the library as sentences of the page."""


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop; an empty one stays empty."""
    if not text:
        return ""
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith(('.', '?', '!')) else '.'}"
