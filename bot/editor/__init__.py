"""The map editor of the local edition: a page beside it that paints a battle's field, and places its pieces.

:mod:`document` is the file as the page has it, :mod:`splice` writes changes into its text, :mod:`server` serves it.
"""
