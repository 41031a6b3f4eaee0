/// Stands in for a calculation. Its duration cannot change an interleaving.
func work(steps: Int = 0) {}
