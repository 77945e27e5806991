"""Teams, watchers, time banks, offers, results, leagues and cups, scenarios of servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "teammates",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("commands", sa.Text, nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    op.create_table(
        "watchers",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True),
        sa.Column("how", sa.String(20), nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_table(
        "banks",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("owed", sa.Float, nullable=False),
        sa.Column("late", sa.Integer, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
    op.add_column("questions", sa.Column("used", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "offers",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=True),
        sa.Column("creator", sa.BigInteger, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("battle", sa.String(40), nullable=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("system", sa.String(40), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("how", sa.String(20), nullable=False),
        sa.Column("winner", sa.String(40), nullable=True),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_table(
        "result_players",
        sa.Column("battle", sa.String(40), sa.ForeignKey("results.battle"), primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=True),
        sa.Column("creator", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("event", sa.String(40), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("user", sa.BigInteger, primary_key=True),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
    )
    op.create_table(
        "fixtures",
        sa.Column("event", sa.String(40), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=True),
        sa.Column("second", sa.BigInteger, nullable=True),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("battle", sa.String(40), nullable=True),
        sa.Column("winner", sa.BigInteger, nullable=True),
        sa.Column("due", sa.Float, nullable=True),
        sa.Column("details", sa.Text, nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("guild", sa.BigInteger, primary_key=True),
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("ix_watchers_user", "watchers", ["user"])
    op.create_index("ix_offers_guild", "offers", ["guild", "status"])
    op.create_index("ix_results_guild", "results", ["guild", "system"])
    op.create_index("ix_result_players_user", "result_players", ["user"])
    op.create_index("ix_events_guild", "events", ["guild"])
    # What is done once when a battle ends was done for these, or is not wanted any more.
    op.execute(
        "INSERT INTO settings (owner, key, value) SELECT 'battle:' || id, 'closed', 'true' FROM battles "
        "WHERE status IN ('finished', 'abandoned')"
    )


def downgrade() -> None:
    op.execute("DELETE FROM settings WHERE owner LIKE 'battle:%' AND key = 'closed'")
    for table in (
        *("uploads", "fixtures", "entrants", "events"),
        *("result_players", "results", "offers", "banks", "watchers", "teammates"),
    ):
        op.drop_table(table)
    op.drop_column("questions", "used")
