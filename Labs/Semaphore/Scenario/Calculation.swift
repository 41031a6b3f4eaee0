/// Work that only uses a processor. Each step needs the result of the step before.
func calculate(steps: Int) {
    var sum: UInt64 = 1
    var step = 0
    while step < steps {
        sum = sum &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        sum ^= sum >> 33
        step &+= 1
    }
    // It is never 0 in practice. But the compiler cannot know that, so it keeps the calculation.
    precondition(sum != 0)
}
