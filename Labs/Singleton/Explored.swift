import Dispatch

// Small versions of the lab's managers, so that every interleaving can be run: two parts of an app
// each ask once.

func racing() -> String { asking { RacingPhotoManager.shared } }
func racingWithoutSleep() -> String { asking { HastyPhotoManager.shared } }
func once() -> String { asking { OncePhotoManager.shared } }
func lock() -> String { asking { LockedPhotoManager.shared } }

/// Two parts of an app each add a photo to the one album.
func contents() throws -> String {
    let everybody = DispatchGroup()
    for writer in 1...2 {
        DispatchQueue(label: "writer \(writer)").async(group: everybody) { CarelessAlbum.shared.add(Photo(number: writer)) }
    }
    everybody.wait()
    return try words(CarelessAlbum.shared.photos.count)
}

/// The same with tasks, and the actor.
func actor() async throws -> String {
    await withTaskGroup(of: Void.self) { everybody in
        for writer in 1...2 { everybody.addTask { await ActorAlbum.shared.add(Photo(number: writer)) } }
    }
    return try words(await ActorAlbum.shared.photos.count)
}

private func words(_ count: Int) throws -> String {
    if count < 2 { throw LostPhoto() }
    return "\(count) photos"
}

struct LostPhoto: Error, CustomStringConvertible {
    let description = "one of two photos is lost"
}

/// The number of managers after both have asked.
private func asking(_ shared: @escaping () -> PhotoManager) -> String {
    let everybody = DispatchGroup()
    var first: PhotoManager?, second: PhotoManager?
    DispatchQueue(label: "caller 1").async(group: everybody) { first = shared() }
    DispatchQueue(label: "caller 2").async(group: everybody) { second = shared() }
    everybody.wait()
    return first === second ? "1 manager" : "2 managers"
}
