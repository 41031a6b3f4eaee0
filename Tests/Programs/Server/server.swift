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

/// The page of an album: the album, and then its photos.
func albumPage() throws {
    try withConnection {
        query()
        try photos()
    }
}

let requests = DispatchQueue(label: "requests", attributes: .concurrent)
let answered = DispatchGroup()

func receive(_ request: Int) {
    requests.async(group: answered) {
        let arrived = Date()
        let status = (try? albumPage()) == nil ? "503" : "200"
        print("request \(request): \(status) after \(Int(Date().timeIntervalSince(arrived) * 1000)) ms")
    }
}

// A request each millisecond.
for request in 1...(CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1) {
    receive(request)
    usleep(1_000)
}
answered.wait()
