import Synchronization

/// Downloads one photo. It throws an error if there is none.
typealias Download = @Sendable (_ name: String) async throws -> String

/// Takes work, and runs it later in a task of its own. In the app it is `{ work in Task { await work() } }`.
typealias Background = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Void

/// Shows photos on the screen.
typealias Show = @Sendable (_ photos: [String]) -> Void

/// The code under test: downloads photos in the background, and shows them.
typealias LoadPhotos =
    @Sendable (
        _ names: [String], _ download: @escaping Download, _ background: @escaping Background, _ show: @escaping Show
    ) -> Void

/// The error that says why the test fails.
struct TestFailed: Error {
    var message: String
}

/// Remembers each call of `show`. Any thread can call it.
final class Screen: Sendable {
    private let calls = Mutex<[[String]]>([])

    /// The photos of each call so far.
    var shown: [[String]] { calls.withLock { $0 } }

    func show(_ photos: [String]) { calls.withLock { $0.append(photos) } }
}

/// Tests that `loadPhotos` shows all photos. It throws an error if that is not so.
func testLoadPhotos(_ loadPhotos: @escaping LoadPhotos) async throws {
    let screen = Screen()
    let download: Download = { name in "photo of \(name)" }
    let background: Background = { work in Task { await work() } }

    loadPhotos(["cat", "dog"], download, background) { photos in screen.show(photos) }

    // Enough time for two photos.
    try await Task.sleep(for: .seconds(0.1))

    guard screen.shown.last == ["photo of cat", "photo of dog"] else {
        throw TestFailed(message: "These photos were shown: \(screen.shown)")
    }
}
