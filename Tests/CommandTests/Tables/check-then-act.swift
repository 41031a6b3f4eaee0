import Foundation

final class Connection: @unchecked Sendable {
    private let stateLock = NSLock(), socketLock = NSLock()
    private var isOpen = false
    private var socket: Int?

    func open() {
        stateLock.withLock { isOpen = true }
        socketLock.withLock { socket = 7 }
    }
    func close() {
        stateLock.withLock { isOpen = false }
        socketLock.withLock { socket = nil }
    }
    var isConsistent: Bool {
        let hasSocket = socketLock.withLock { socket != nil }
        return stateLock.withLock { isOpen } == hasSocket
    }
}

func scenario() -> Bool {
    let connection = Connection(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { connection.open() }
    connection.close()
    group.wait()
    return connection.isConsistent
}

func allowed(_ isConsistent: Bool) -> Bool { isConsistent }
