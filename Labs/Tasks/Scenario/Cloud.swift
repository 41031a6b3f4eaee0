import Synchronization

/// A cloud with room for a photo, and not for a film. To upload a photo takes long, and a cancellation ends it.
public final class Cloud: Sendable {
    private let time: Duration
    private let uploads = Atomic(0)
    private let photoBegins = Meeting(of: 1)
    private let filmFails = Meeting(of: 1)

    public init(aPhotoTakes time: Duration) { self.time = time }

    var uploaded: Int { uploads.load(ordering: .sequentiallyConsistent) }

    func upload(_ name: String) async throws {
        if name == "film" {
            await photoBegins.wait()
            filmFails.arrive()
            throw CloudIsFull()
        }
        photoBegins.arrive()
        await filmFails.wait()
        try await Task.sleep(for: time)
        uploads.add(1, ordering: .sequentiallyConsistent)
    }
}

struct CloudIsFull: Error {}
