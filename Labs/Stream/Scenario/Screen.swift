import Dispatch
import Synchronization

/// Shows readings. It is busy with the first one until something has happened.
public final class Screen: Sendable {
    private let readings = Mutex<[Int]>([])
    private let most = Atomic(0)
    private let isBusy: Meeting
    private let isReady: Meeting?
    private let gauge: Gauge?

    public init(isBusy: Meeting, until isReady: Meeting?, _ gauge: Gauge? = nil) {
        (self.isBusy, self.isReady, self.gauge) = (isBusy, isReady, gauge)
    }

    var shown: [Int] { readings.withLock { $0 } }

    /// The most readings that were measured, and not shown yet.
    var mostWaiting: Int { most.load(ordering: .sequentiallyConsistent) }

    func show(_ reading: Int) async {
        readings.withLock { $0.append(reading) }
        isBusy.arrive()
        await isReady?.wait()
        if let gauge { most.max(gauge.measured - reading, ordering: .sequentiallyConsistent) }
        await withCheckedContinuation { isShown in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { isShown.resume() }
        }
    }
}
