"""What stands round and under the map: title, legend, scale, compass, the overview, how the battle stands."""
