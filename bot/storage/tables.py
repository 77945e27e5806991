"""The tables. Changes go through a migration in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

_LIVING = text("status IN ('open', 'running')")

battles = Table(
    "battles",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("creator", BigInteger, nullable=False),
    Column("scenario_key", String(80), nullable=False),
    Column("title", String(200), nullable=False),
    Column("options", Text, nullable=False),
    Column("mode", String(20), nullable=False),
    Column("status", String(20), nullable=False),  # open, running, finished, abandoned
    Column("outcome", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("seed", LargeBinary, nullable=True),  # secret: never leaves the server
    Column("next_roll", Integer, nullable=False),
    Column("trail_seq", Integer, nullable=False),
    Column("trail_head", String(64), nullable=False),
    Column("published", Integer, nullable=False),  # last segment of the chain whose secret is known to all
    Column("request", Text, nullable=True),  # what one side asks of the other
    Column("limits", Text, nullable=False),  # how long an answer may take
    Column("notice", Text, nullable=False),  # what its players have to be told
    Column("charts", String(64), nullable=False, server_default=""),  # hash of the charts it is played by
    # One battle at a time in a channel.
    Index(
        "ix_battles_channel",
        "channel",
        unique=True,
        sqlite_where=_LIVING,
        postgresql_where=_LIVING,
    ),
    Index("ix_battles_guild", "guild"),
)

# Apart from the battle's row, which every order rewrites. An edited scenario file never changes a battle under way.
documents = Table(
    "documents",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("scenario", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("user", BigInteger, nullable=False),
    Column("phrase", String(200), nullable=False),
    Column("joined", Float, nullable=False),
)

journal = Table(
    "journal",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    # A second writer of the same battle fails on this key instead of corrupting it.
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)

trail = Table(
    "trail",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", String(64), nullable=False),
)

policies = Table(
    "policies",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("scope", String(40), primary_key=True),
    Column("kind", String(40), primary_key=True),
    Column("answer", String(60), nullable=False),
)

batches = Table(
    "batches",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("statements", Text, nullable=False),
    Column("skipped", Text, nullable=False),  # those that no longer held, each with the reason
    Column("moment", String(200), nullable=False, server_default=""),  # the activation they wait in
)

questions = Table(
    "questions",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("token", Integer, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("asked", Float, nullable=False),
    Column("due", Float, nullable=True),
    Column("reminded", Boolean, nullable=False),
    Index("ix_questions_due", "due"),
)

settings = Table(
    "settings",
    metadata,
    Column("owner", String(60), primary_key=True),  # "guild:123", "user:123"
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

posts = Table(
    "posts",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("key", String(60), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=True),
    Column("body", Text, nullable=False),
    Column("delivered", Boolean, nullable=False),
)

remarks = Table(
    "remarks",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),  # journal entry it follows
    Column("user", BigInteger, nullable=True),  # none for one that came with a record
    Column("name", String(100), nullable=False),
    Column("text", Text, nullable=False),
)
