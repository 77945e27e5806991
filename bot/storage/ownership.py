"""Files that an administrator makes in the bot's folder, as by restoring a backup, are the bot's."""

from __future__ import annotations

import os
from pathlib import Path


def given_to_the_folders_owner(path: Path) -> None:
    """Have a file belong to whom its folder belongs to, where root has made it; nothing otherwise.

    A service has a user of its own, who couldn't write what is root's. Raises OSError.
    """
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid)
