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

/// The error of a download that fails.
struct NoPhoto: Error {}

/// Keeps the work of the code under test, until the test runs it.
final class Backlog: Sendable {
    typealias Work = @Sendable () async -> Void
    private let waiting = Mutex<[Work]>([])

    func add(_ work: @escaping Work) { waiting.withLock { $0.append(work) } }

    /// All work that waits, in the order in which it came.
    func takeAll() -> [Work] {
        waiting.withLock { works in
            defer { works = [] }
            return works
        }
    }
}

/// Tests that `loadPhotos` shows all photos. It throws an error if that is not so.
func testLoadPhotos(_ loadPhotos: @escaping LoadPhotos) async throws {
    for lastComesFirst in [false, true] {
        let screen = Screen(), backlog = Backlog()
        let download: Download = { name in
            if name == "fox" { throw NoPhoto() }
            return "photo of \(name)"
        }

        loadPhotos(["cat", "fox", "dog"], download, backlog.add) { photos in screen.show(photos) }

        // The test runs the work itself, so it knows the order, and it knows when everything has ended.
        let works = backlog.takeAll()
        for work in lastComesFirst ? works.reversed() : works { await work() }

        // All calls are compared: the photos, their order, and that there is exactly one call.
        guard screen.shown == [["photo of cat", "no photo", "photo of dog"]] else {
            throw TestFailed(message: "These photos were shown: \(screen.shown)")
        }
    }
}
