/// Why a row has no picture.
public enum PhotoFailure: Error, Equatable, Sendable {
    /// The server answered, with a status that is not 200 ("OK"); 404 says that there is no such photo.
    case refused(status: Int)
    /// No answer, or an incomplete one.
    case connectionLost
    case noAnswerInTime
    case tooManyRedirections
    /// The file has more bytes than an app wants to load.
    case tooLarge
    /// The picture would have more pixels than the memory should hold.
    case tooManyPixels(width: Int, height: Int)
    /// The file is not a PNG file, or it is damaged.
    case damaged(String)
    case cancelled

    public var words: String {
        switch self {
        case .refused(404): "404: the server has no such photo"
        case .refused(let status): "the server answered \(status)"
        case .connectionLost: "the connection was lost"
        case .noAnswerInTime: "the server did not answer"
        case .tooManyRedirections: "the server redirects in a loop"
        case .tooLarge: "the file is too large"
        case .tooManyPixels(let width, let height): "it claims to have \(width) x \(height) pixels"
        case .damaged(let reason): "not a whole PNG file (\(reason))"
        case .cancelled: "cancelled"
        }
    }
}
