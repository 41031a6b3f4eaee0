/// Stands in for a calculation: how long it takes is nothing that an order could change.
func work(steps: Int = 0) {}
