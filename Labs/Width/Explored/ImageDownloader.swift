import Foundation

/// The same operation, with its answer inside `main()`. For the queue and for the server only its
/// begin and its end matter, and each of them can come at any moment here too.
final class ImageDownloader: Operation, @unchecked Sendable {  // The properties never change.
    private let server: PhotoServer
    private let album: Album

    init(_ photo: String, from server: PhotoServer, to album: Album) {
        self.server = server
        self.album = album
        super.init()
        name = photo
    }

    override func main() {
        let isAccepted = server.connect()
        server.disconnect()
        album.add(isAccepted ? name : nil)
    }
}
