// Not needed here: the explored forms keep the lines themselves.
