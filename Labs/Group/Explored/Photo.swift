/// A photo that arrived undamaged. It is not decoded here, because decoding cannot change an
/// interleaving.
public struct Photo: Sendable {
    public let name: String
}

/// The reason why there is no photo.
public enum DownloadFailure: Error, Equatable {
    /// The server answered, with a status that is not 200 ("OK"); 404 says that there is no such photo.
    case refused(status: Int)
    /// No answer, or an incomplete one.
    case connectionLost
    /// An answer that is not a PNG file, or a damaged one.
    case damaged
}
