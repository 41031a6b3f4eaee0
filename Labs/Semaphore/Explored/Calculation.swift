/// Work that touches nothing else: however long it takes, no order of things depends on it.
@discardableResult
func calculate(steps: Int) -> UInt64 { 1 }
