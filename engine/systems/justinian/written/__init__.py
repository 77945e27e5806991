"""Orders as written: statements to orders and back. Places are named by code, by name, or by a part no other has.

==============================================  ==========================================================
``activate orient``  ``activate orient alone``  an army, with all that is combined with it or without
``fleet europa``                                the fleet of a place
``magmil sittas zeugitania command africa``     a MagMil goes alone; ``with africa`` goes along, without taking command
``recruit``  ``nothing``                        the other activations
``… & fort armenia-1``  ``… & twice``           a Fort besides; another activation at once
``> syria-2 > phoenice x``  ``drop 5``  ``stop``  steps of a march, see :mod:`movement.acts`; no more
``sail 3 & africa > ionian-sea > sicilia``      3 Fleet SP carry an army into a sea area and to a port, or On Patrol
``pay all``  ``pay all but orient frontier syria-1 fleet europa``  maintenance
``share orient 3 frontier syria-1 2``           SP shared out; ``share nothing``
``setup byzantine army orient mesopotamia 25 frontier arabia 2 fleet europa 4``  a set-up, power by power
==============================================  ==========================================================
"""

from __future__ import annotations

from engine.systems.justinian.written.reading import read
from engine.systems.justinian.written.writing import Writer

__all__ = ["Writer", "read"]
