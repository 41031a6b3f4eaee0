// The chart measures time, and is not explored.
