"""Movement, facing, zones of control, Orderly Withdrawal."""
