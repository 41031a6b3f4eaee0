import Synchronization

/// The photos that have arrived, as two numbers: fewer steps than with a lock and a list.
public final class Album: Sendable {
    private let arrived = Atomic(0)
    private let refusals = Atomic(0)

    public init() {}

    func add(_ photo: String?) {
        if photo == nil {
            refusals.add(1, ordering: .sequentiallyConsistent)
        } else {
            arrived.add(1, ordering: .sequentiallyConsistent)
        }
    }

    var photos: [String] { Array(repeating: "photo", count: arrived.load(ordering: .sequentiallyConsistent)) }
    var refused: Int { refusals.load(ordering: .sequentiallyConsistent) }
}
