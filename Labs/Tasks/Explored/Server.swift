import Synchronization

/// Answers each request immediately: every interleaving is run.
public final class Server: Sendable {
    public enum Order: Sendable { case firstFirst, lastFirst }

    private let requests = Mutex((open: 0, most: 0))

    public init(groups: [Int]) {}
    public init(requests: Int, together: Int, _ order: Order) {}

    var most: Int { requests.withLock { $0.most } }

    func load(_ name: String) async -> String {
        requests.withLock { $0 = ($0.open + 1, max($0.most, $0.open + 1)) }
        requests.withLock { $0.open -= 1 }
        return name
    }

    func isStored() {}
}
