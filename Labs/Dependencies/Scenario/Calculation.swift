/// The work of a filter, about a millisecond.
func calculate() {
    var value: UInt64 = 1
    for _ in 0..<100_000 {
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        value ^= value >> 33
    }
    // It is never 0 in practice. But the compiler cannot know that, so it keeps the calculation.
    precondition(value != 0)
}
