"""Leagues, cups and offers."""
