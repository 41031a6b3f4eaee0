import Synchronization

// The explorer calls these functions under every interleaving: three photos, two at a time.

/// All downloads succeed.
func threePhotos() async -> String {
    let server = Server()
    let photos = try? await downloadAll(["0", "1", "2"], atMost: 2) { try await server.download($0) }
    if server.mostAtATime > 2 { return "\(server.mostAtATime) downloads at the same time" }
    guard let photos else { return "an error was thrown" }
    guard photos.count == 3 else { return "\(photos.count) photos" }
    return photos == [[0], [1], [2]] ? right : "the photos in another order"
}

/// The first download fails.
func oneFails() async -> String {
    let server = Server(missing: "0")
    do {
        _ = try await downloadAll(["0", "1", "2"], atMost: 2) { try await server.download($0) }
        return "no error was thrown"
    } catch {
        if server.running > 0 { return "a download was still running at the end" }
        return error is NotFound ? right : "another error was thrown"
    }
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private struct NotFound: Error {}

/// Stands in for the server. It counts the downloads that run.
private final class Server: Sendable {
    private let missing: String
    private let count = Atomic(0)
    private let most = Atomic(0)

    init(missing: String = "") { self.missing = missing }

    var running: Int { count.load(ordering: .relaxed) }
    var mostAtATime: Int { most.load(ordering: .relaxed) }

    func download(_ name: String) async throws -> [UInt8] {
        most.max(count.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        defer { count.subtract(1, ordering: .relaxed) }
        if name == missing { throw NotFound() }
        return [UInt8(name) ?? 255]
    }
}
