import Synchronization

/// Measures whenever it is asked: every interleaving is run.
public final class Gauge: Sendable {
    private let readings: Int
    private let count = Atomic(0)

    public init(readings: Int, screenIsBusy: Meeting, isReadOut: Meeting) { self.readings = readings }

    var measured: Int { count.load(ordering: .sequentiallyConsistent) }

    func measure() async -> Int? {
        if measured == readings { return nil }
        return count.add(1, ordering: .sequentiallyConsistent).newValue
    }
}
