// The situation: an app keeps its photos in one library. Downloads add photos, views read them, each on a thread of its own.
// A library decides who may be at the album, and when. The album itself knows nothing about threads, as an `Array` does not.

/// A photo, known by its number.
public struct Photo: Hashable, Codable, Sendable {
    public let number: Int
}

/// What a reader takes away: the number on the album's cover, and the photos it found inside.
public struct Snapshot: Codable, Sendable {
    public var count: Int
    public var photos: [Photo]

    /// The reader came in the middle of a change: cover and contents contradict each other.
    public var isTorn: Bool { count != photos.count }
}

/// What the rest of the app sees.
public protocol PhotoLibrary {
    /// Adds a photo; may return before it is in the album.
    func add(_ photo: Photo)

    /// The album as it is now.
    func photos() -> Snapshot
}

/// What has to be protected: many may look at once, but who changes it must be alone with it.
public protocol Album: AnyObject {
    func append(_ photo: Photo)
    func snapshot() -> Snapshot
}
