import Foundation

/// An operation in stages. It looks before and after each of them.
///
/// A stage is one call, which runs to its end. So the operation stops at the next look, not
/// immediately.
final class ImageDownloader: Operation, @unchecked Sendable {  // `photo` never changes.
    let photo: Photo

    init(_ photo: Photo) {
        self.photo = photo
        super.init()
        name = photo.name
    }

    override func main() {
        if isCancelled { return }
        photo.download()
        if isCancelled { return }
        photo.decode()
        if isCancelled { return }
        photo.filter()
    }
}
