/// A photo that has arrived. It has no contents here, because they cannot change an interleaving.
public struct Photo: Sendable {}

/// Why there is no photo.
public enum RequestFailure: Error, Equatable, Sendable {
    case noAnswerInTime, cancelled
}
