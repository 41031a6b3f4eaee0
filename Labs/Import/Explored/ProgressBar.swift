// Not needed here: the explored forms have no screen and no time.
