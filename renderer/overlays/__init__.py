"""Answers to questions, drawn on the map: reach, fire, sight, zones of control and others, one module each."""
