import Synchronization

/// Reads messages. After each of them it waits until the other reader has read as many.
public final class Reader: Sendable {
    let name: String
    private let messages = Mutex<[String]>([])
    private let rounds: [Meeting]

    public init(_ name: String, _ rounds: [Meeting]) { (self.name, self.rounds) = (name, rounds) }

    var read: [String] { messages.withLock { $0 } }

    func read(_ message: String) async {
        let round = messages.withLock { messages in
            messages.append(message)
            return messages.count - 1
        }
        rounds[round].arrive()
        await rounds[round].wait()
        try? await Task.sleep(for: .milliseconds(5))
    }
}
