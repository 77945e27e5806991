"""Written orders that wait remember the activation they wait in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("batches", sa.Column("moment", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("batches", "moment")
