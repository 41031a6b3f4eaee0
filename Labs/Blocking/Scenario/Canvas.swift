import Synchronization

/// The last row takes until the clock runs, or some time.
public final class Canvas: Sendable {
    private let finished = Atomic(0)
    private let rows: Int
    private let clock: Clock

    public init(_ rows: Int, _ clock: Clock) { (self.rows, self.clock) = (rows, clock) }

    var drawings: Int { finished.load(ordering: .sequentiallyConsistent) }

    func draw(_ row: Int) {
        guard row == rows else { return }
        clock.waitUntilItRuns()
        finished.add(1, ordering: .sequentiallyConsistent)
    }
}
