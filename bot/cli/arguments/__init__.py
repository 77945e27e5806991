"""What may be said to each command, a module a command: its help, its arguments, and what they may be.

All of it is loaded at every start. So nothing here imports what takes long: no rules, battles, pictures or databases.
What a command does is in the module of its name in ``bot/cli``, which is loaded when the command is called.
"""
