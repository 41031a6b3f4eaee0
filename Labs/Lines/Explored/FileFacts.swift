// Not needed here: the explored forms have no file, no time and no main loop.
