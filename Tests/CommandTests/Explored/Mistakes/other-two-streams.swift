import Synchronization

/// Each task has a stream of its own. That both change the sum in two steps is the mistake.
func scenario() async -> Int {
    let sum = Atomic<Int>(0)
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
            group.addTask {
                let (numbers, source) = AsyncStream.makeStream(of: Int.self)
                source.yield(1)
                source.finish()
                for await number in numbers {
                    let old = sum.load(ordering: .relaxed)
                    sum.store(old + number, ordering: .relaxed)
                }
            }
        }
    }
    return sum.load(ordering: .relaxed)
}
func allowed(_ sum: Int) -> Bool { sum == 2 }
