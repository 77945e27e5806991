"""Battles on the field: a land battle of the campaign fought out as a battle of Cataphract, where both sides want it.

The source has the campaign's own table alone; all of this is the project's, and off unless a campaign is created so.
"""
