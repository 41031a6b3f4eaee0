import Synchronization

/// Reads messages as they come: every interleaving is run.
public final class Reader: Sendable {
    let name: String
    private let messages = Mutex<[String]>([])

    public init(_ name: String, _ rounds: [Meeting]) { self.name = name }

    var read: [String] { messages.withLock { $0 } }

    func read(_ message: String) async { messages.withLock { $0.append(message) } }
}
