// Not needed here: the explored forms have no time, and no user who waits.
