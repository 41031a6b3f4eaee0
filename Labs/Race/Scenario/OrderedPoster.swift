import Synchronization

/// The flag is atomic. `releasing` keeps all earlier writes before the flag, and `acquiring` keeps all
/// later reads after it. So the write of the price *happens before* each read of it.
public final class OrderedPoster: Poster {
    private var euros = 0
    private let isPublished = Atomic(false)

    public init() {}

    public func publish(price: Int) {
        euros = price
        isPublished.store(true, ordering: .releasing)
    }

    public var price: Int? { isPublished.load(ordering: .acquiring) ? euros : nil }
}
