"""Breaking rules on purpose, to learn whether a test notices. ``hexarch mutate`` is the command."""
