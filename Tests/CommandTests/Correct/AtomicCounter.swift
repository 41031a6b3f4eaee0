import Dispatch
import Synchronization

/// A number that everybody may count up, without a lock; the group's end orders the reading.
final class Statistics: Sendable {
    private let requests = Atomic<Int>(0)
    private let slowest = Atomic<Int>(0)

    func record(milliseconds: Int) {
        requests.wrappingAdd(1, ordering: .relaxed)
        var known = slowest.load(ordering: .relaxed)
        while milliseconds > known {
            let (exchanged, original) = slowest.compareExchange(expected: known, desired: milliseconds, ordering: .relaxed)
            if exchanged { break }
            known = original
        }
    }

    var text: String {
        "\(requests.load(ordering: .relaxed)) requests, slowest \(slowest.load(ordering: .relaxed)) ms"
    }
}

func scenario() -> String {
    let statistics = Statistics()
    DispatchQueue.concurrentPerform(iterations: 2) { statistics.record(milliseconds: 10 + $0) }
    return statistics.text
}

func allowed(_ text: String) -> Bool { text == "2 requests, slowest 11 ms" }
