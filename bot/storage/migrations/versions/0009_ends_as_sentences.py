"""How a battle ended is kept as a sentence, its template and values, so that it can be said in any language.

Words of before stay words, which are read as well.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from engine.kernel.text import readable

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    # An earlier release says what stands there.
    battles = sa.table("battles", sa.column("id", sa.String), sa.column("outcome", sa.Text))
    connection = op.get_bind()
    query = sa.select(battles.c.id, battles.c.outcome).where(battles.c.outcome.startswith('{"text":', autoescape=True))
    for battle, outcome in connection.execute(query).all():
        try:
            said = str(readable(json.loads(outcome)))
        except ValueError:
            continue
        connection.execute(sa.update(battles).where(battles.c.id == battle).values(outcome=said))
