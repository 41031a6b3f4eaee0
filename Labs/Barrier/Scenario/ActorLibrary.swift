/// The same promise as a serial queue, and the compiler checks it: code can use the album only
/// through the actor.
///
/// Callers use `await`. A task that waits is suspended, and its thread runs other tasks.
public actor ActorLibrary {
    private let album: Album

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        album.append(photo)
    }

    public func photos() -> Snapshot {
        album.snapshot()
    }
}
