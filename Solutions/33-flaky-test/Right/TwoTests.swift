// Two tests: one of the order, in which nothing fails, and one of a failure. Each runs the work from a stream.
import Synchronization

typealias Download = @Sendable (_ name: String) async throws -> String

typealias Background = @Sendable (_ work: @escaping @Sendable () async -> Void) -> Void

typealias Show = @Sendable (_ photos: [String]) -> Void

typealias LoadPhotos =
    @Sendable (
        _ names: [String], _ download: @escaping Download, _ background: @escaping Background, _ show: @escaping Show
    ) -> Void

struct TestFailed: Error {
    var message: String
}

final class Screen: Sendable {
    private let calls = Mutex<[[String]]>([])

    var shown: [[String]] { calls.withLock { $0 } }

    func show(_ photos: [String]) { calls.withLock { $0.append(photos) } }
}

func testLoadPhotos(_ loadPhotos: @escaping LoadPhotos) async throws {
    for isReversed in [true, false] {
        try await test(loadPhotos, failing: nil, isReversed, ["photo of cat", "photo of dog"])
        try await test(loadPhotos, failing: "dog", isReversed, ["photo of cat", "no photo"])
    }
}

private func test(_ loadPhotos: LoadPhotos, failing: String?, _ isReversed: Bool, _ expected: [String]) async throws {
    let screen = Screen()
    let (stream, input) = AsyncStream<@Sendable () async -> Void>.makeStream()
    let download: Download = { name in
        if name == failing { throw CancellationError() }
        return "photo of \(name)"
    }
    loadPhotos(["cat", "dog"], download, { input.yield($0) }, { screen.show($0) })
    input.finish()
    var works: [@Sendable () async -> Void] = []
    for await work in stream { works.insert(work, at: isReversed ? 0 : works.count) }
    for work in works { await work() }
    if screen.shown.count != 1 { throw TestFailed(message: "`show` was called \(screen.shown.count) times.") }
    if screen.shown[0] != expected { throw TestFailed(message: "\(screen.shown[0]) instead of \(expected)") }
}
