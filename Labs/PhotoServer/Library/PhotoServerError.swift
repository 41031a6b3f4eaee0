/// An error of the photo server: the problem and a suggestion.
public struct PhotoServerError: Error, Equatable, CustomStringConvertible {
    /// The kind of error. Later versions can have more kinds.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Its program does not exist.
        public static let notBuilt = Code(rawValue: "notBuilt")
        /// Its program could not be started.
        public static let cannotStart = Code(rawValue: "cannotStart")
        /// It started but could not serve, for example because its port is taken.
        public static let refused = Code(rawValue: "refused")
        /// It was not started.
        public static let notStarted = Code(rawValue: "notStarted")
    }

    public var code: Code
    public var message: String
    public var cure: String

    public var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }

    static func notBuilt(_ name: String) -> PhotoServerError {
        PhotoServerError(
            code: .notBuilt, message: "The photo server's program does not exist.", cure: "Build it: swift build --product \(name)")
    }

    static func cannotStart(_ reason: String) -> PhotoServerError {
        PhotoServerError(
            code: .cannotStart, message: "The photo server could not be started: \(reason).",
            cure: "Try again. `swift run photo-server` shows its own output.")
    }

    /// The server's own message.
    static func refused(_ words: String) -> PhotoServerError {
        let lines = words.split(separator: "\n", maxSplits: 1).map(String.init)
        return PhotoServerError(
            code: .refused, message: "The photo server does not serve. \(lines.first ?? "")", cure: lines.dropFirst().joined())
    }

    static var notStarted: PhotoServerError {
        PhotoServerError(
            code: .notStarted, message: "No photo server was started for this scenario.",
            cure: "The lab must start one: prepare: { _ in try PhotoServer.startForScenarios() }")
    }
}
