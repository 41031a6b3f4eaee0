/// The same promise as a serial queue, kept by the compiler: nobody can reach the album except through the actor.
///
/// Callers `await` their turn: a task that waits gives its thread to somebody else.
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
