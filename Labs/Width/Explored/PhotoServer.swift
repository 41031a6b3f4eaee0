import Synchronization

/// The same server with fewer steps: it only counts the connections.
public final class PhotoServer: Sendable {
    private let limit: Int
    private let connections = Atomic(0)

    public init(limit: Int) { self.limit = limit }

    /// Whether the connection is accepted.
    func connect() -> Bool { connections.add(1, ordering: .sequentiallyConsistent).newValue <= limit }
    func disconnect() { connections.subtract(1, ordering: .sequentiallyConsistent) }
}
