/// The work of a handler: a calculation of some milliseconds, so that it is visible on a timeline.
func work(steps: Int = 500_000) {
    var number: UInt32 = 1
    for _ in 0..<steps { number = number &* 1_664_525 &+ 1_013_904_223 }
    // It never prints in practice. But the compiler cannot know that, so it keeps the calculation.
    if number == 0 { print() }
}
