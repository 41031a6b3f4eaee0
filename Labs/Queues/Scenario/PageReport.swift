/// The thumbnails of a page.
public struct PageReport: Codable, Sendable {
    public var photos: Int
    /// The photos in the order in which their blocks began and finished.
    public var begun: [Int]
    public var finished: [Int]
    public var onMainThread: Int
    /// Blocks that had begun when the function that submitted them ended.
    public var begunTooEarly = 0

    /// Photos that began, or finished, at the place at which they were submitted.
    public var begunInPlace: Int { zip(1..., begun).count { $0 == $1 } }
    public var finishedInPlace: Int { zip(1..., finished).count { $0 == $1 } }

    init(_ page: Page) {
        photos = page.photos.count
        begun = page.diary.begun
        finished = page.diary.finished
        onMainThread = page.diary.onMainThread
    }
}
