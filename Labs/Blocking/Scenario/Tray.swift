import Synchronization

/// The first page is stuck until the clock runs, or for some time.
public final class Tray: Sendable {
    private let fed = Atomic(0)
    private let clock: Clock

    public init(_ clock: Clock) { self.clock = clock }

    var pages: Int { fed.load(ordering: .sequentiallyConsistent) }

    func feed(_ page: Int) {
        clock.waitUntilItRuns()
        fed.add(1, ordering: .sequentiallyConsistent)
    }
}
