"""Standing orders may be given for one activation alone, beside those that stand for good."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The moment belongs to the key, which SQLite can't change in place.
    op.create_table(
        "policies_by_moment",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("scope", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("moment", sa.String(200), primary_key=True),
        sa.Column("answer", sa.String(60), nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO policies_by_moment (battle, side, scope, kind, moment, answer, since) "
        "SELECT battle, side, scope, kind, '', answer, 0 FROM policies"
    )
    op.drop_table("policies")
    op.rename_table("policies_by_moment", "policies")


def downgrade() -> None:
    # Those for one activation alone have no place in the older tables.
    op.create_table(
        "policies_for_good",
        sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("scope", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(40), primary_key=True),
        sa.Column("answer", sa.String(60), nullable=False),
    )
    op.execute(
        "INSERT INTO policies_for_good (battle, side, scope, kind, answer) "
        "SELECT battle, side, scope, kind, answer FROM policies WHERE moment = ''"
    )
    op.drop_table("policies")
    op.rename_table("policies_for_good", "policies")
