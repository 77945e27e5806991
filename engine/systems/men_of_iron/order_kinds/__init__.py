"""What may be ordered, a file a kind: how it is written, what forbids it, what it does, what is told and offered of it.

The answers are data (:mod:`~engine.systems.men_of_iron.orders`); :mod:`kinds` lists the kinds, and a new one may bring
its answer along in its own file. Which of them a part of the game asks for is the kinds' :attr:`~kind.Kind.phases`.
"""
