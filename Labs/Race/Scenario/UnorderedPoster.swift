/// The second race: one thread publishes a value, and other threads wait for it.
public protocol Poster {
    func publish(price: Int)
    /// The price; nil if it is not published yet.
    var price: Int? { get }
}

/// The bug: an ordinary flag. The source text sets the price first and the flag afterwards, but that
/// order holds only on the writing thread. The compiler and the processor may exchange the two
/// writes, because nothing tells them that another thread looks at them.
public final class UnorderedPoster: Poster {
    private var euros = 0
    private var isPublished = false

    public init() {}

    public func publish(price: Int) {
        euros = price
        isPublished = true
    }

    public var price: Int? { isPublished ? euros : nil }
}
