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
    # Grows with every write to the battle or to what belongs to it. A writer names the one that was read: who has
    # read an earlier one fails instead of writing over what they don't know.
    Column("version", Integer, nullable=False, server_default="0"),
    Column("pauses", Text, nullable=False, server_default="[]"),  # when its clocks stood, since nobody could see it
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
    Column("moment", String(200), primary_key=True),
    Column("answer", String(60), nullable=False),
    Column("since", Integer, nullable=False),
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
    Column("used", Float, nullable=False, server_default="0"),  # seconds that counted already when it was asked
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

# Members of a side besides the one in its seat, who leads it.
teammates = Table(
    "teammates",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("side", String(40), nullable=False),
    Column("commands", Text, nullable=False),  # leaders, groups and units they order; empty for whatever is left
    Column("joined", Float, nullable=False),
)

# Who follows a battle, and how.
watchers = Table(
    "watchers",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("how", String(20), nullable=False),  # end, turns, story
    Column("told", Text, nullable=False),  # key of the last dispatch they were sent
    Index("ix_watchers_user", "user"),
)

# The clock of a side: time left for the whole battle, besides what each answer may take.
banks = Table(
    "banks",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("left", Float, nullable=False),  # seconds when the side was last asked
    Column("owed", Float, nullable=False),  # seconds added when it is asked next
    Column("late", Integer, nullable=False),  # answers its deadlines gave since it ran empty
    Column("used", Float, nullable=False),  # seconds the side's last answer took
)

# Battles people would like to play.
offers = Table(
    "offers",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=True),
    Column("creator", BigInteger, nullable=False),
    Column("terms", Text, nullable=False),  # scenario, side, mode, rules, times, opponent, fixture
    Column("status", String(20), nullable=False),  # open, taken, withdrawn, expired
    Column("battle", String(40), nullable=True),
    Column("created", Float, nullable=False),
    Index("ix_offers_guild", "guild", "status"),
)

# How battles ended, for ratings and tables; a battle that was broken off has none.
results = Table(
    "results",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("system", String(40), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("how", String(20), nullable=False),  # rules, resigned, draw, time
    Column("winner", String(40), nullable=True),  # side; none for a draw
    Column("rated", Boolean, nullable=False),
    Column("ended", Float, nullable=False),
    Index("ix_results_guild", "guild", "system"),
)

result_players = Table(
    "result_players",
    metadata,
    Column("battle", String(40), ForeignKey("results.battle"), primary_key=True),
    Column("user", BigInteger, primary_key=True),  # below 1 for one whose data were deleted
    Column("side", String(40), primary_key=True),
    Index("ix_result_players_user", "user"),
)

# Who has caused a defeat that somebody else suffers in the side's seat.
answerable = Table(
    "answerable",
    metadata,
    Column("battle", String(40), ForeignKey("battles.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("why", String(20), primary_key=True),  # time, withdrawn
    Column("user", BigInteger, nullable=False),
    Index("ix_answerable_user", "user"),
)

# Leagues and cups.
events = Table(
    "events",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=True),
    Column("creator", BigInteger, nullable=False),
    Column("name", String(100), nullable=False),
    Column("kind", String(20), nullable=False),  # league, cup
    Column("terms", Text, nullable=False),  # scenarios, rounds, both sides, days for a round
    Column("status", String(20), nullable=False),  # open, running, finished, abandoned
    Column("created", Float, nullable=False),
    Index("ix_events_guild", "guild"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("joined", Float, nullable=False),
    Column("withdrawn", Boolean, nullable=False),
    Column("name", String(100), nullable=False, server_default=""),  # as the server last knew it
    Column("gone", Float, nullable=True),  # since when no member of the server any more, as far as is known
)

fixtures = Table(
    "fixtures",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("first", BigInteger, nullable=True),  # who plays the scenario's first side; none for a bye, or not yet known
    Column("second", BigInteger, nullable=True),
    Column("scenario", String(80), nullable=False),
    Column("battle", String(40), nullable=True),
    Column("winner", BigInteger, nullable=True),  # 0 for a draw
    Column("due", Float, nullable=True),
    Column("details", Text, nullable=False),  # place in the bracket, earlier battles, how it was decided, what was told
)

# Scenarios a server has brought along.
uploads = Table(
    "uploads",
    metadata,
    Column("guild", BigInteger, primary_key=True),
    Column("key", String(80), primary_key=True),
    Column("title", String(200), nullable=False),
    Column("user", BigInteger, nullable=False),
    Column("document", Text, nullable=False),
    Column("created", Float, nullable=False),
)
