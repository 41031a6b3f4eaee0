/// Stands in for a calculation. Its duration cannot change an interleaving.
func calculate(steps: Int) {}
