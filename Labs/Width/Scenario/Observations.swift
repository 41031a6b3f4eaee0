/// The album at the end.
public struct Observations: Codable, Sendable {
    /// Photos that were requested.
    public var requested: Int
    /// Photos in the album, or in the counter.
    public var arrived: Int
    /// Requests that the server refused.
    public var refused = 0
    /// Photos that arrived in the order in which their operations were added.
    public var inPlace = 0

    init(_ album: Album, of photos: [String]) {
        requested = photos.count
        arrived = album.photos.count
        refused = album.refused
        inPlace = zip(album.photos, photos).count { $0 == $1 }
    }

    init(requested: Int, arrived: Int) {
        self.requested = requested
        self.arrived = arrived
    }
}
