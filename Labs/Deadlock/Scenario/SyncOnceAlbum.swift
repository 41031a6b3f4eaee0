import Dispatch

/// The fix: each public method calls `sync` once. A private method does the work, and expects to be
/// on the queue. The album calls other objects only when it has left its queue.
public final class SyncOnceAlbum: Album, @unchecked Sendable {
    private var contents: [String] = []
    private let queue = DispatchQueue(label: "album")
    private let journal: Journal

    public init(journal: Journal) {
        self.journal = journal
    }

    public var photos: [String] { queue.sync { contents } }

    public func add(_ photo: String) {
        let number = queue.sync { insert(photo) }
        journal.note { "photo \(number)" }
    }

    /// Call this only on the queue.
    private func insert(_ photo: String) -> Int {
        dispatchPrecondition(condition: .onQueue(queue))
        contents.append(photo)
        return contents.count
    }
}
