"""Battles that stand still, who has caused a defeat, and the last names of entrants who may leave a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("pauses", sa.Text, nullable=False, server_default="[]"))
    op.add_column("entrants", sa.Column("name", sa.String(100), nullable=False, server_default=""))
    op.add_column("entrants", sa.Column("gone", sa.Float, nullable=True))
    op.create_table(
        "answerable",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("why", sa.String(20), primary_key=True),
        sa.Column("user", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_answerable_user", "answerable", ["user"])


def downgrade() -> None:
    op.drop_table("answerable")
    op.drop_column("entrants", "gone")
    op.drop_column("entrants", "name")
    op.drop_column("battles", "pauses")
