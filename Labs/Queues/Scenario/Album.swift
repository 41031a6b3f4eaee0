import Dispatch

/// An album without a protection of its own.
final class Album: @unchecked Sendable {  // Its users must take turns. That is what the variants are about.
    private(set) var photos = 0
    private let meeting: Meeting?

    init(meeting: Meeting?) { self.meeting = meeting }

    /// Reads the number of photos, does some work, and writes the new number.
    func add() {
        let found = photos
        meeting?.meet()
        calculate()
        photos = found + 1
    }
}

/// A camera and a download add photos to one album, each with a queue of its own.
struct AlbumFiller {
    let album: Album
    let camera: DispatchQueue
    let downloads: DispatchQueue
    private let everything = DispatchGroup()

    init(_ album: Album, camera: DispatchQueue, downloads: DispatchQueue) {
        self.album = album
        self.camera = camera
        self.downloads = downloads
    }

    func takePhoto() {
        camera.async(group: everything) { album.add() }
    }

    func download() {
        downloads.async(group: everything) { album.add() }
    }

    func fill(_ photosEach: Int) -> AlbumReport {
        for _ in 1...photosEach {
            takePhoto()
            download()
        }
        everything.wait()
        return AlbumReport(added: 2 * photosEach, inAlbum: album.photos)
    }
}

public struct AlbumReport: Codable, Sendable {
    public var added: Int
    public var inAlbum: Int
}
