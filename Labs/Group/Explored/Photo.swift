/// A photograph that arrived whole; how it was taken apart is nothing that an order could change.
public struct Photo: Sendable {
    public let name: String
}

/// Why there is no photo.
public enum DownloadFailure: Error, Equatable {
    /// The server answered, with a status that is not 200 ("OK"); 404 says that there is no such photo.
    case refused(status: Int)
    /// No answer, or half of one.
    case connectionLost
    /// An answer that is no PNG file, or a broken one.
    case damaged
}
