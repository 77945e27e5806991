"""Battles name the charts they are played by."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


KEPT = "owner = 'battle:' || battles.id AND key = 'charts'"
"""Where an earlier release leaves in peace what it has no place for: a battle's dice trail begins with it."""


def upgrade() -> None:
    op.add_column("battles", sa.Column("charts", sa.String(64), nullable=False, server_default=""))
    op.execute(
        f"UPDATE battles SET charts = (SELECT value FROM settings WHERE {KEPT}) "
        f"WHERE EXISTS (SELECT 1 FROM settings WHERE {KEPT})"
    )
    op.execute("UPDATE battles SET charts = replace(charts, '\"', '')")
    op.execute("DELETE FROM settings WHERE owner LIKE 'battle:%' AND key = 'charts'")


def downgrade() -> None:
    # A setting is JSON: a hash in quotation marks.
    op.execute(
        "INSERT INTO settings (owner, key, value) "
        "SELECT 'battle:' || id, 'charts', '\"' || charts || '\"' FROM battles WHERE charts <> ''"
    )
    op.drop_column("battles", "charts")
