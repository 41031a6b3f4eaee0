/// The work of a block, about a millisecond.
func calculate() {
    var value: UInt64 = 1
    var step = 0
    while step < 300_000 {
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        value ^= value >> 33
        step &+= 1
    }
    // It is never 0 in practice. But the compiler cannot know that, so it keeps the calculation.
    precondition(value != 0)
}
