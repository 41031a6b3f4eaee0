import Dispatch

/// The bug: `add` runs on the album's queue, and there it asks for `photos`, which calls `sync` on
/// the same queue.
///
/// The inner block can begin when the outer block has ended. The outer block can end when the inner
/// block has ended. So neither of them ever ends.
public final class SelfSyncAlbum: Album, @unchecked Sendable {
    private var contents: [String] = []
    private let queue = DispatchQueue(label: "album")

    public init() {}

    public var photos: [String] { queue.sync { contents } }

    public func add(_ photo: String) {
        queue.sync {
            if !photos.contains(photo) { contents.append(photo) }
        }
    }
}
