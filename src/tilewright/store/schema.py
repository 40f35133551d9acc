"""The tables of the database. Games are logs of events; everything else about them is a fold."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _index_where(name: str, key: str | ColumnElement[str], *, where: str) -> Index:
    """An index over some rows; queries that state the condition in the same words can use it."""
    return Index(name, key, sqlite_where=text(where), postgresql_where=text(where))


# Times are milliseconds since 1970. Ids are unguessable strings.

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("name_key", String(64), nullable=False, unique=True),  # the name as it is compared
    Column("skeleton", String(128)),  # the name as it looks; NULL if an older one looks the same
    Column("kind", String(8), nullable=False),  # guest, person, bot
    Column("password", Text),  # an Argon2id hash
    Column("mail", Text),
    Column("webhook", Text),
    Column("preferences", Text, nullable=False, default="{}"),  # JSON
    Column("created", BigInteger, nullable=False),
    Column("confirmed", BigInteger),  # when the mail address was confirmed
    Index("ix_users_skeleton", "skeleton", unique=True),
    Index("ix_users_mail", text("lower(mail)")),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the cookie
    Column("user", String(32), nullable=False, index=True),
    Column("agent", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token
    Column("user", String(32), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("scopes", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(400), primary_key=True),  # the credential's id, base64url
    Column("user", String(32), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("count", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the secret in the link
    Column("user", String(32), nullable=False, index=True),
    Column("use", String(8), nullable=False),  # confirm, reset
    Column("mail", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

places = Table(
    "places",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("place", String(64), primary_key=True),  # a keyed hash of a browser or an address
    Column("seen", BigInteger, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("setup", Text, nullable=False),  # JSON
    Column("secret", LargeBinary, nullable=False),
    Column("host", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    # What follows is a summary of the log, so that games can be listed without folding them.
    Column("status", String(8), nullable=False),
    Column("at", Integer, nullable=False),
    Column("turn", String(32), nullable=False, default=""),  # the user to move
    Column("deadline", BigInteger),  # by the house clock
    Column("updated", BigInteger, nullable=False),
    Column("rematch", String(32), nullable=False, default=""),  # the game that follows this one
    Column("reason", String(16)),  # why it is over by the rules, once its result is kept
    Index("ix_games_status_updated", "status", "updated"),
    Index("ix_games_status_turn_updated", "status", "turn", "updated"),  # bots that are waiting
    Index("ix_games_status_deadline", "status", "deadline"),
    Index("ix_games_public_status_updated", "public", "status", "updated"),  # the lobby
    Index("ix_games_host_status_updated", "host", "status", "updated"),
)

events = Table(
    "events",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("at", Integer, primary_key=True),  # the referee: one event per version
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
    Column("id", String(64)),
    UniqueConstraint("game", "id"),
)
sitter: ColumnElement[str] = literal_column("substr(text, 1, 16)")  # a user's id, of 16 letters
_index_where("ix_events_sitter", sitter, where="kind = 'sit'")

players = Table(
    "players",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", String(32), nullable=False),  # empty for a bot, which only has a result
    # What follows is known once the game is over.
    Column("rank", Integer),
    Column("score", Integer),
    Column("statistics", Text),  # JSON
    Column("ended", BigInteger),
    Column("shown", Boolean),  # to everyone
    Index("ix_players_user_ended", "user", "ended", "game", "shown"),
    _index_where("ix_players_unsettled", "game", where="rank IS NULL"),
)

chat = Table(
    "chat",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("game", String(32), nullable=False, index=True),
    Column("user", String(32), nullable=False, index=True),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("ladder", String(16), primary_key=True),  # classic-2
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    # What leaderboards choose by.
    Column("kind", String(8), nullable=False),  # of the user
    Column("ranked", Boolean, nullable=False),
    Index("ix_ratings_board", "ladder", "kind", "ranked", "mu", "user"),
)

rating_history = Table(
    "rating_history",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", String(32), nullable=False),
    Column("ladder", String(16), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("time", BigInteger, nullable=False),
    Index("ix_rating_history_user_time", "user", "time"),
    Index("ix_rating_history_user_ladder_time", "user", "ladder", "time"),
)

tallies = Table(  # the sums of `players`, so that statistics take no longer with more games
    "tallies",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("ladder", String(16), primary_key=True),
    Column("rated", Boolean, primary_key=True),
    Column("places", Text, nullable=False),  # JSON: how often first, second, …
    Column("played_out", Integer, nullable=False),  # games with statistics
    Column("numbers", Text, nullable=False),  # JSON: sum, lowest and highest of each number
)

daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("ladder", String(16), primary_key=True),
    Column("user", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("score", Integer),  # once the game is over
    Column("margin", Integer),
    Index("ix_daily_board", "day", "ladder", "score", "margin", "user"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("key", String(64), primary_key=True),  # effort and version: what the result depends on
    Column("body", LargeBinary, nullable=False),  # JSON, packed
    Column("made", BigInteger, nullable=False),
)

review_queue = Table(  # reviews that are requested and not done
    "review_queue",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("key", String(64), nullable=False),  # what the notes depend on, as in `reviews`
    Column("record", Text, nullable=False),
    Column("notes", LargeBinary, nullable=False),  # what has been found so far: JSON lines, packed
    Column("share", Float, nullable=False),  # of the work that is done
    Column("asked", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),  # when a node last worked on it; 0: none is
    Column("user", String(32), nullable=False, default=""),  # who ordered it among others
    Column("batch", Integer, nullable=False, default=0),  # how many there were; 0: somebody waits
)

insights = Table(  # the seats of people in the latest review of each game, in a few numbers
    "insights",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", String(32), nullable=False, index=True),
    Column("body", Text, nullable=False),  # JSON
)

puzzles = Table(  # those that someone has tried; their content is shipped with the games
    "puzzles",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(16), nullable=False, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

tries = Table(  # the first of each user at each puzzle
    "tries",
    metadata,
    Column("user", String(32), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("number", Integer, nullable=False),  # of the user's tries in this game, from 1
    Column("move", String(100), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("day", String(10), nullable=False),  # on which it was the puzzle of the day; else empty
    Column("mu", Float, nullable=False),  # of the user, after it
    Column("sigma", Float, nullable=False),
    Column("time", BigInteger, nullable=False),
    UniqueConstraint("user", "game", "number"),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("user", String(32), nullable=False),  # whose it is
    Column("leader", String(32), nullable=False),
    Column("game", String(16), nullable=False),
    Column("title", String(80), nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, packed
    Column("changed", BigInteger, nullable=False),
    Index("ix_studies_user_changed", "user", "changed"),
    Index("ix_studies_leader", "leader"),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
