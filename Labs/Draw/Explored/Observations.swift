// Not needed here: each explored form says its own outcome.
