/// The work of a block, about a millisecond.
func calculate() {
    _ = (0..<10_000).reduce(0) { $0 &* 31 &+ $1 }
}
