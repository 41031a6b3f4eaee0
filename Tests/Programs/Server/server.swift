import Dispatch
import Foundation

/// The database accepts two connections.
let connections = DispatchSemaphore(value: 2)

struct Busy: Error {}

func withConnection<Result>(_ use: () throws -> Result) throws -> Result {
    guard connections.wait(timeout: .now() + .milliseconds(500)) == .success else { throw Busy() }
    defer { connections.signal() }
    return try use()
}

/// The database needs two milliseconds for an answer.
func query() { usleep(2_000) }

func photos() throws { try withConnection { query() } }

/// Finds the album, and then its photos.
func albumPage() throws {
    try withConnection {
        query()
        try photos()
    }
}

// Each request arrives a millisecond after the one before it.
let requests = DispatchQueue(label: "requests", attributes: .concurrent)
let answered = DispatchGroup()
for request in 1...(Int(CommandLine.arguments.last ?? "") ?? 1) {
    requests.async(group: answered) {
        let arrived = Date()
        let status = (try? albumPage()) == nil ? "503 Service Unavailable" : "200 OK"
        print("request \(request): \(status) after \(Int(Date().timeIntervalSince(arrived) * 1000)) ms")
    }
    usleep(1_000)
}
answered.wait()
