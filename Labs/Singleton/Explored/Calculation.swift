/// Stands in for a calculation. Its duration cannot change an interleaving.
@discardableResult
func calculate(steps: Int) -> UInt64 { 1 }
