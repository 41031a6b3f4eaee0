/// What a handler does with what it was called for: here, to calculate for some milliseconds, so that it can be seen on a timeline.
func work(steps: Int = 500_000) {
    var number: UInt32 = 1
    for _ in 0..<steps { number = number &* 1_664_525 &+ 1_013_904_223 }
    // Printing it would be too much; that it might be keeps the compiler from leaving the calculation out.
    if number == 0 { print() }
}
