import Synchronization

/// The lines have the number of the request that they belong to.
public final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    private let witness: Witness

    public init(_ witness: Witness) { self.witness = witness }

    func write(_ text: String) {
        witness.look()
        lines.withLock { $0.append("request \(Request.number): \(text)") }
    }

    var last: String { lines.withLock { $0.last ?? "" } }
}
