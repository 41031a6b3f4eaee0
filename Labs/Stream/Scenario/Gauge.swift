import Synchronization

/// Measures as often as it is asked, up to a number of readings. After the first one it waits until the screen is busy.
public final class Gauge: Sendable {
    private let readings: Int
    private let count = Atomic(0)
    private let screenIsBusy: Meeting
    private let isReadOut: Meeting

    public init(readings: Int, screenIsBusy: Meeting, isReadOut: Meeting) {
        (self.readings, self.screenIsBusy, self.isReadOut) = (readings, screenIsBusy, isReadOut)
    }

    var measured: Int { count.load(ordering: .sequentiallyConsistent) }

    func measure() async -> Int? {
        if measured == 1 { await screenIsBusy.wait() }
        if measured == readings {
            isReadOut.arrive()
            return nil
        }
        return count.add(1, ordering: .sequentiallyConsistent).newValue
    }
}
