import Synchronization

/// An archive. To search a shelf takes a moment. The second one takes longer than any limit: until the task is cancelled.
public final class Archive: Sendable {
    private let searches = Atomic(0)

    public init() {}

    public var searched: Int { searches.load(ordering: .sequentiallyConsistent) }

    func search(_ shelf: Int) async {
        calculate()
        if shelf == 2 { await untilCancelled() }
        searches.add(1, ordering: .sequentiallyConsistent)
    }
}
