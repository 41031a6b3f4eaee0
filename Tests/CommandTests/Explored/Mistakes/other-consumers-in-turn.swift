import Synchronization

/// The first task takes one number and hands the stream on. That another task changes the sum too is the mistake.
func scenario() async -> Int {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    let sum = Atomic<Int>(0)
    for number in 1...3 { source.yield(number) }
    source.finish()
    async let other: Void = { sum.store(10, ordering: .relaxed) }()
    let first = Task {
        for await number in numbers { return number }
        return 0
    }
    var all = await first.value
    for await number in numbers { all += number }
    sum.add(all, ordering: .relaxed)
    await other
    return sum.load(ordering: .relaxed)
}
func allowed(_ sum: Int) -> Bool { sum == 16 }
