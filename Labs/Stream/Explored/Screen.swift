import Synchronization

/// Shows readings, and is ready for the next one immediately: every interleaving is run.
public final class Screen: Sendable {
    private let readings = Mutex<[Int]>([])
    private let most = Atomic(0)
    private let isBusy: Meeting
    private let gauge: Gauge?

    public init(isBusy: Meeting, until isReady: Meeting?, _ gauge: Gauge? = nil) { (self.isBusy, self.gauge) = (isBusy, gauge) }

    var shown: [Int] { readings.withLock { $0 } }
    var mostWaiting: Int { most.load(ordering: .sequentiallyConsistent) }

    func show(_ reading: Int) async {
        readings.withLock { $0.append(reading) }
        isBusy.arrive()
        if let gauge { most.max(gauge.measured - reading, ordering: .sequentiallyConsistent) }
    }
}
