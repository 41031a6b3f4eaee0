import Synchronization

// The explorer calls these functions under every interleaving: two tasks ask for one image.

/// Two tasks ask at the same time.
func twoAsk() async -> String {
    let server = Server(failures: 0)
    let cache = ImageCache(download: { _ in try await server.download() })
    async let first = try? cache.image("dawn")
    async let second = try? cache.image("dawn")
    let images = await [first, second]
    guard images[0] == images[1], images[0] != nil else { return "the tasks got different results" }
    return server.downloads == 1 ? right : "\(server.downloads) downloads of one image"
}

/// Two tasks ask at the same time. The first download fails, and a task that gets the error asks
/// once more.
func twoAskAgain() async -> String {
    let server = Server(failures: 1)
    let cache = ImageCache(download: { _ in try await server.download() })
    async let first: Void = ask(cache)
    async let second: Void = ask(cache)
    _ = await (first, second)
    if server.mostAtATime > 1 { return "two downloads of one image at the same time" }
    guard (try? await cache.image("dawn")) != nil else { return "a later call fails, too" }
    return server.downloads == 2 ? right : "\(server.downloads) downloads instead of two"
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func ask(_ cache: ImageCache) async {
    if (try? await cache.image("dawn")) == nil { _ = try? await cache.image("dawn") }
}

private struct NotFound: Error {}

/// Stands in for the server. It counts the downloads.
private final class Server: Sendable {
    private let failures: Int
    private let begun = Atomic(0)
    private let running = Atomic(0)
    private let most = Atomic(0)

    init(failures: Int) { self.failures = failures }

    var downloads: Int { begun.load(ordering: .relaxed) }
    var mostAtATime: Int { most.load(ordering: .relaxed) }

    func download() async throws -> [UInt8] {
        let number = begun.add(1, ordering: .relaxed).newValue
        most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        running.subtract(1, ordering: .relaxed)
        if number <= failures { throw NotFound() }
        return [UInt8(number)]
    }
}
