import Dispatch

/// A client that downloads a photo and calls a completion handler, on the queue that it was given.
struct Client: Sendable {
    let answers: DispatchQueue

    func download(_ photo: String, completion: @escaping @Sendable (String) -> Void) {
        DispatchQueue.global().async {
            answers.async { completion(photo) }
        }
    }
}

/// The photo that the gallery shows in the end.
public struct GalleryReport: Codable, Sendable {
    public var shown: String
    /// Waits that ended because their time was over.
    public var timeouts: Int
}
