// An actor keeps what was shown. The test does all six orders of three pieces of work, each in a task that is awaited.
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

struct Piece {
    var work: @Sendable () async -> Void
}

final class Pieces: Sendable {
    let all = Mutex<[Piece]>([]), calls = Mutex<[[String]]>([])
}

struct NoPhoto: Error {}

func testLoadPhotos(_ loadPhotos: @escaping LoadPhotos) async throws {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        for failing in ["nothing", "a"] {
            let pieces = Pieces()
            loadPhotos(["a", "b", "c"]) { name in
                if name == failing { throw NoPhoto() }
                return name
            } _: { work in
                pieces.all.withLock { $0.append(Piece(work: work)) }
            } _: { photos in
                pieces.calls.withLock { $0.append(photos) }
            }
            let works = pieces.all.withLock { $0 }
            guard works.count == 3 else { throw TestFailed(message: "\(works.count) pieces of work") }
            for number in order {
                let piece = works[number]
                await Task { await piece.work() }.value
            }
            let calls = pieces.calls.withLock { $0 }
            if calls.count != 1 { throw TestFailed(message: "\(calls.count) calls") }
            if calls[0] != [failing == "a" ? "no photo" : "a", "b", "c"] { throw TestFailed(message: "\(calls)") }
        }
    }
}
