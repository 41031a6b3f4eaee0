import Dispatch
import Synchronization

/// Several parts of an app each add a photo to the one album, at the same time.
public struct FillingTheAlbum: Sendable {
    public var writers: Int

    public init(writers: Int) { self.writers = writers }

    /// Each writer runs on its own queue. The album is not protected.
    public func runCareless() -> Contents {
        PhotoManager.rendezvous = Rendezvous(for: writers)
        let everybody = DispatchGroup()
        let albums = Mutex<Set<ObjectIdentifier>>([])

        func add(_ writer: Int) {
            DispatchQueue(label: "writer \(writer)").async(group: everybody) {
                let album = CarelessAlbum.shared
                album.add(Photo(number: writer))
                albums.withLock { _ = $0.insert(ObjectIdentifier(album)) }
            }
        }
        for writer in 1...writers { add(writer) }
        everybody.wait()
        let contents = Contents(albums: albums.withLock { $0.count }, added: writers, kept: CarelessAlbum.shared.photos)
        contents.tell()
        return contents
    }

    /// Each writer is a task. The album is an actor.
    public func runActor() async -> Contents {
        let albums = await withTaskGroup(of: ObjectIdentifier.self) { everybody in
            for writer in 1...writers {
                everybody.addTask(name: "writer \(writer)") {
                    await ActorAlbum.shared.add(Photo(number: writer))
                    return ObjectIdentifier(ActorAlbum.shared)
                }
            }
            return await everybody.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
        }
        let contents = Contents(albums: albums.count, added: writers, kept: await ActorAlbum.shared.photos)
        contents.tell()
        return contents
    }
}
