// The situation: an app keeps its photos in one library. Downloads add photos and views read them,
// each on its own thread. A library decides which threads can use the album, and when. The album
// itself has no protection, like an `Array`.

/// A photo, known by its number.
public struct Photo: Hashable, Codable, Sendable {
    public let number: Int
}

/// The result of a read: the number on the album's cover, and the photos inside.
public struct Snapshot: Codable, Sendable {
    public var count: Int
    public var photos: [Photo]

    /// Whether the read is torn: it happened in the middle of a change, and cover and contents
    /// differ.
    public var isTorn: Bool { count != photos.count }
}

/// The interface for the other parts of the app.
public protocol PhotoLibrary {
    /// Adds a photo. It can return before the photo is in the album.
    func add(_ photo: Photo)

    /// The album as it is now.
    func photos() -> Snapshot
}

/// The object to protect: many threads can read it at the same time, but a writer must be alone.
public protocol Album: AnyObject {
    func append(_ photo: Photo)
    func snapshot() -> Snapshot
}
