import Dispatch

/// Adds photos from one thread.
public func fill(_ album: some Album, with photos: Int, journal: Journal = Journal()) -> AlbumReport {
    for photo in 1...photos { album.add("photo \(photo)") }
    return AlbumReport(photos: album.photos, journal: journal.lines)
}

/// One thread reads a summary, another one adds a photo.
public func readWhileAdding(meeting: Meeting?) -> AlbumReport {
    let album = ConcurrentAlbum()
    let everybody = DispatchGroup()
    DispatchQueue(label: "reader").async(group: everybody) {
        _ = album.summary(meanwhile: {
            meeting?.meet()  // The read has begun.
            meeting?.meet()  // A write is queued.
        })
    }
    DispatchQueue(label: "writer").async(group: everybody) {
        meeting?.meet()
        album.add("photo 1")
        meeting?.meet()
    }
    everybody.wait()
    return AlbumReport(photos: album.photos, journal: [])
}
