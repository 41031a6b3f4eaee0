import Dispatch

// Small versions of the lab's libraries, so that every interleaving can be run: two photos are added,
// and one reader reads once.

func unprotected() -> String { meeting { UnprotectedLibrary($0) } }
func barrier() -> String { meeting { BarrierLibrary($0) } }
func serial() -> String { meeting { SerialLibrary($0) } }
func lock() -> String { meeting { LockLibrary($0) } }
func actor() async -> String { await meetingInTasks() }
func globalBarrier() -> String { meeting { GlobalBarrierLibrary($0) } }

/// An album whose change takes two steps. It has no protection of its own.
private final class TwoStepAlbum: Album {
    private var count = 0
    private var photos: [Photo] = []
    /// `append` leaves this group when the photo is in the album.
    private let writesUnderWay: DispatchGroup

    init(_ writesUnderWay: DispatchGroup) { self.writesUnderWay = writesUnderWay }

    func append(_ photo: Photo) {
        let found = photos
        count = found.count + 1
        photos = found + [photo]
        writesUnderWay.leave()
    }

    func snapshot() -> Snapshot { Snapshot(count: count, photos: photos) }
}

/// The result of the read, and the contents of the album at the end.
private func meeting(_ makeLibrary: (Album) -> PhotoLibrary) -> String {
    let writesUnderWay = DispatchGroup(), everybody = DispatchGroup()
    let library = makeLibrary(TwoStepAlbum(writesUnderWay))
    var seen = Snapshot(count: 0, photos: [])
    DispatchQueue.global().async(group: everybody) { seen = library.photos() }
    for number in 1...2 {
        writesUnderWay.enter()
        library.add(Photo(number: number))
    }
    everybody.wait()
    writesUnderWay.wait()
    return words(seen: seen, last: library.photos())
}

/// The same with tasks, for the actor.
private func meetingInTasks() async -> String {
    let writesUnderWay = DispatchGroup()
    let library = ActorLibrary(TwoStepAlbum(writesUnderWay))
    async let seen = library.photos()
    await withTaskGroup(of: Void.self) { writers in
        for number in 1...2 {
            writesUnderWay.enter()
            writers.addTask { await library.add(Photo(number: number)) }
        }
    }
    return words(seen: await seen, last: await library.photos())
}

private func words(seen: Snapshot, last: Snapshot) -> String {
    let read = seen.isTorn ? "a torn read (\(seen.count) on the cover, \(seen.photos.count) inside)" : "a whole read"
    let lost = 2 - last.photos.count
    return "\(read), \(lost) \(lost == 1 ? "photo" : "photos") lost"
}
