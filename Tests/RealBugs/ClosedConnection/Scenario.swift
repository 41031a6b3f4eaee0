import Dispatch
import Foundation

// async-http-client, pull request 546: a request gets a connection that the server has just closed.

/// A connection. Its event loop is a serial queue.
final class Connection: @unchecked Sendable {
    enum State { case idle, inRequest, closed }
    let loop = DispatchQueue(label: "loop")
    var state = State.idle
}

/// The connections that can be used.
final class IdleConnections: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [Connection]

    init(_ connections: [Connection]) { idle = connections }

    func take() -> Connection? { lock.withLock { idle.popLast() } }
    func remove(_ connection: Connection) { lock.withLock { idle.removeAll { $0 === connection } } }
}

func scenario() -> String {
    let connection = Connection(), idle = IdleConnections([connection]), group = DispatchGroup()
    // The server closes the connection.
    connection.loop.async(group: group) {
        connection.state = .closed
        idle.remove(connection)
    }
    var result = "none"
    if let taken = idle.take() {
        result = taken.loop.sync { taken.start() ? "sent" : "failed" }
    }
    group.wait()
    return result
}

func allowed(_ result: String) -> Bool { ["none", "failed", "sent"].contains(result) }
