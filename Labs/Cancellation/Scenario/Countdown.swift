/// A sequence of our own. Its iterator never looks whether the task has been cancelled.
struct Countdown: AsyncSequence, AsyncIteratorProtocol {
    var number: Int

    func makeAsyncIterator() -> Countdown { self }

    mutating func next() async -> Int? {
        defer { number -= 1 }
        return number > 0 ? number : nil
    }
}

func totalOfCountdown(from first: Int) async -> Int {
    var sum = 0
    for await number in Countdown(number: first) {
        sum += number
        if number == 4 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    return sum
}
