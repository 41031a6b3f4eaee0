import Synchronization

/// A photo is uploaded immediately, or it takes until a cancellation ends it: every interleaving is run.
public final class Cloud: Sendable {
    private let time: Duration
    private let uploads = Atomic(0)

    public init(aPhotoTakes time: Duration) { self.time = time }

    var uploaded: Int { uploads.load(ordering: .sequentiallyConsistent) }

    func upload(_ name: String) async throws {
        if name == "film" { throw CloudIsFull() }
        if time > .seconds(1) { try await untilCancelled() }
        uploads.add(1, ordering: .sequentiallyConsistent)
    }
}

struct CloudIsFull: Error {}

private func untilCancelled() async throws {
    let cancellation = Meeting(of: 1)
    await withTaskCancellationHandler {
        await cancellation.wait()
    } onCancel: {
        cancellation.arrive()
    }
    throw CancellationError()
}
