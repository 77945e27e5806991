"""What Discord refuses and SimCord takes: rules that every simulated Discord of the tests keeps.

``law`` has them kept; a module each says what Discord's documentation says. :func:`law.law_of` is where a test looks at
them, or tells what holds for its application.
"""
