"""The map editor of the local edition: a page beside it that paints a battle's field, names its areas, places its
pieces, and says who comes later.

:mod:`document` is the file as the page has it, :mod:`pieces`, :mod:`areas` and :mod:`arrivals` are parts of it,
:mod:`splice` writes changes into its text, :mod:`server` serves it.
"""
