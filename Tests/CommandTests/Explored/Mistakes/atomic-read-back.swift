import Synchronization

final class Tickets: Sendable {
    private let last = Atomic<Int>(0)
    func next() -> Int {
        last.add(1, ordering: .sequentiallyConsistent)
        return last.load(ordering: .sequentiallyConsistent)
    }
}
func scenario() async -> [Int] {
    let tickets = Tickets()
    async let mine = tickets.next()
    async let yours = tickets.next()
    return await [mine, yours].sorted()
}
func allowed(_ tickets: [Int]) -> Bool { tickets == [1, 2] }
