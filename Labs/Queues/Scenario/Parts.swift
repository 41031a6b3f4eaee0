import Synchronization

/// The parts of the app that have finished.
final class Parts: Sendable {
    private let names = Mutex<Set<String>>([])

    func finish(_ part: String) { _ = names.withLock { $0.insert(part) } }

    var finished: Int { names.withLock { $0.count } }
}

public struct PartsReport: Codable, Sendable {
    public var finished: Int
}
