"""Battles, seats, journal, checkpoints, dice trail, standing orders, batches, open questions, settings, posts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _battle() -> sa.Column[str]:
    return sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "battles",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("creator", sa.BigInteger, nullable=False),
        sa.Column("scenario_key", sa.String(80), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("mode", sa.String(20), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=True),
        sa.Column("next_roll", sa.Integer, nullable=False),
        sa.Column("trail_seq", sa.Integer, nullable=False),
        sa.Column("trail_head", sa.String(64), nullable=False),
        sa.Column("published", sa.Integer, nullable=False),
        sa.Column("request", sa.Text, nullable=True),
        sa.Column("limits", sa.Text, nullable=False),
        sa.Column("notice", sa.Text, nullable=False),
    )
    living = sa.text("status IN ('open', 'running')")
    op.create_index(
        "ix_battles_channel", "battles", ["channel"], unique=True, sqlite_where=living, postgresql_where=living
    )
    op.create_index("ix_battles_guild", "battles", ["guild"])
    op.create_table("documents", _battle(), sa.Column("scenario", sa.Text, nullable=False))
    op.create_table(
        "seats",
        _battle(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("user", sa.BigInteger, nullable=False),
        sa.Column("phrase", sa.String(200), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
    )
    for name in ("journal", "trail"):
        op.create_table(
            name,
            _battle(),
            sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("kind", sa.String(10), nullable=False),
            sa.Column("data", sa.Text, nullable=False),
            sa.Column("hash", sa.String(64), nullable=False),
        )
    op.create_table(
        "checkpoints",
        _battle(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.create_table(
        "policies",
        _battle(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("scope", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("answer", sa.String(60), nullable=False),
    )
    op.create_table(
        "batches",
        _battle(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("statements", sa.Text, nullable=False),
        sa.Column("skipped", sa.Text, nullable=False),
    )
    op.create_table(
        "questions",
        _battle(),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("token", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=True),
        sa.Column("reminded", sa.Boolean, nullable=False),
    )
    op.create_index("ix_questions_due", "questions", ["due"])
    op.create_table(
        "settings",
        sa.Column("owner", sa.String(60), primary_key=True),
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "posts",
        _battle(),
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("key", sa.String(60), primary_key=True),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger, nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("delivered", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    tables = "posts settings questions batches policies checkpoints trail journal seats documents battles"
    for name in tables.split():
        op.drop_table(name)
