import Synchronization

/// The bug: the flag is atomic, but `relaxed` says nothing about other variables. So the write of the price does not *happen before*
/// the read of it.
public final class RelaxedPoster: Poster {
    private var euros = 0
    private let isPublished = Atomic(false)

    public init() {}

    public func publish(price: Int) {
        euros = price
        isPublished.store(true, ordering: .relaxed)
    }

    public var price: Int? { isPublished.load(ordering: .relaxed) ? euros : nil }
}
