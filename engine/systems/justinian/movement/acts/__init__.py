"""What an active army may do, one step of an order after the other; a class a kind, listed in :mod:`kinds`."""
