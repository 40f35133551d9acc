"""What the bots at a table are called: a name for each level and seat, as on the pages."""

from __future__ import annotations

from tilewright.bots import levels

NAMES = (
    ("Alba", "Bento", "Clara", "Duarte"),
    ("Elvira", "Fausto", "Iris", "Hugo"),
    ("Inês", "Jaime", "Lídia", "Marco"),
    ("Nadia", "Oscar", "Pilar", "Quim"),
    ("Rita", "Silas", "Telma", "Ugo"),
    ("Vera", "Xavier", "Yara", "Zeno"),
    ("Aurora", "Breno", "Celeste", "Dinis"),
    ("Estela", "Flavio", "Gloria", "Heitor"),
)


def name_at(bot: str, seat: int) -> str:
    """The name of a bot on a seat; those that are no level have the names of the first."""
    names = NAMES[levels.NAMES.index(bot) if bot in levels.NAMES else 0]
    return names[seat] if seat < len(names) else bot.capitalize()
