import Dispatch

/// Safe and simple: one block at a time. Readers also wait for other readers, although they would
/// not disturb each other.
public final class SerialLibrary: PhotoLibrary {
    private let album: Album
    private let queue = DispatchQueue(label: "photoQueue")

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        queue.async { self.album.append(photo) }
    }

    public func photos() -> Snapshot {
        queue.sync { album.snapshot() }
    }
}
