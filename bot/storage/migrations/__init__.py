"""Alembic migrations, run when the database is opened."""
