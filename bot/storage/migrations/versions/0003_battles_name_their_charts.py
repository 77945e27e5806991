"""Battles name the charts they are played by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("charts", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("battles", "charts")
