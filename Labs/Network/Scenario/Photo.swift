import Foundation

/// A photo that has arrived whole.
public struct Photo: Sendable {
    let bytes: Int

    /// A PNG file begins with a signature, and ends with a piece that is named IEND.
    init(file: Data) throws(RequestFailure) {
        guard file.starts(with: [0x89] + "PNG".utf8) else { throw .notAPhoto }
        guard file.suffix(8).starts(with: "IEND".utf8) else { throw .incomplete }
        bytes = file.count
    }
}

/// Why there is no photo.
public enum RequestFailure: Error, Equatable, Sendable {
    /// The server answered, with a status that is not 200 ("OK"); 404 says that there is no such photo.
    case refused(status: Int)
    case noAnswerInTime
    /// The connection ended before the whole answer had arrived.
    case connectionLost
    /// The answer arrived, but the end of the photo is missing.
    case incomplete
    case notAPhoto
    case cancelled

    /// A message for the user.
    public var words: String {
        switch self {
        case .refused(404): "404: the server has no such photo"
        case .refused(let status): "the server answered \(status)"
        case .noAnswerInTime: "the server did not answer in time"
        case .connectionLost: "the connection ended too early"
        case .incomplete: "the end of the photo is missing"
        case .notAPhoto: "the answer is not a photo"
        case .cancelled: "cancelled"
        }
    }
}
