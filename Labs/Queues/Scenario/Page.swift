import Dispatch

/// A page of an app with photos. It makes a thumbnail of each photo, with a block for each.
public final class Page: Sendable {
    let photos: ClosedRange<Int>
    let diary = Diary()
    private let largePhoto: LargePhoto?

    public init(photos: Int, largePhoto: LargePhoto? = nil) {
        self.photos = 1...photos
        self.largePhoto = largePhoto
    }

    /// Submits all blocks, one after the other, and waits for them.
    func makeThumbnails(on queue: DispatchQueue) -> PageReport {
        let everything = DispatchGroup()
        for photo in photos {
            queue.async(group: everything) { self.makeThumbnail(of: photo) }
        }
        everything.wait()
        return PageReport(self)
    }

    func makeThumbnail(of photo: Int) {
        diary.begin(photo)
        largePhoto?.work(on: photo)
        calculate()
        diary.finish(photo)
        largePhoto?.finish(photo)
    }
}
