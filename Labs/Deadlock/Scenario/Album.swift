/// An album that several threads use.
public protocol Album: AnyObject, Sendable {
    func add(_ photo: String)
    var photos: [String] { get }
}

/// The contents of an album and its journal in the end.
public struct AlbumReport: Codable, Sendable {
    public var photos: Int
    /// The lines of the journal that tell the right number of photos, in the right order.
    public var rightLines: Int

    init(photos: [String], journal: [String]) {
        self.photos = photos.count
        rightLines = zip(1..., journal).count { number, line in line == "photo \(number)" }
    }
}
