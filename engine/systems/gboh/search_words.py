"""Words of players for what the rule books of the family call otherwise, the same in each."""

SYNONYMS = {
    "height": "elevation",
    "hill": "elevation",
    "pre-shock": "charge",
    "pre-shock check": "charge",
    "zone of control": "zoc",
    "zones of control": "zoc",
}
