import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: two photos.

/// Two downloads with one slot. The first one fails.
func oneSlot() -> String { twoDownloads(slots: 1, failing: ["dawn"]) }

/// Two downloads with two slots. Both succeed.
func twoSlots() -> String { twoDownloads(slots: 2, failing: []) }

/// Two downloads with two slots. Both fail.
func twoFailures() -> String { twoDownloads(slots: 2, failing: ["dawn", "noon"]) }

private func twoDownloads(slots: Int, failing: Set<String>) -> String {
    let server = Server()
    downloadAll(["dawn", "noon"], atMost: slots) { name in
        server.connect()
        server.disconnect()
        if failing.contains(name) { throw NotFound() }
    }
    return server.outcome(slots)
}

func allowed(_ outcome: String) -> Bool { outcome == "2 of 2 downloads ended" }

private struct NotFound: Error {}

/// The number of connections now, and the largest number so far.
private final class Server: Sendable {
    private let connections = Atomic(0)
    private let most = Atomic(0)
    private let ended = Atomic(0)

    func connect() {
        let now = connections.add(1, ordering: .relaxed).newValue
        if now > most.load(ordering: .relaxed) { most.store(now, ordering: .relaxed) }
    }

    func disconnect() {
        connections.subtract(1, ordering: .relaxed)
        ended.add(1, ordering: .relaxed)
    }

    func outcome(_ slots: Int) -> String {
        let ended = ended.load(ordering: .relaxed), most = most.load(ordering: .relaxed)
        return "\(ended) of 2 downloads ended" + (most > slots ? ", \(most) were running at the same time with \(slots) slot" : "")
    }
}
