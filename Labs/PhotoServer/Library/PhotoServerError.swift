/// Why there is no photo server: what went wrong, and what to do about it.
public struct PhotoServerError: Error, Equatable, CustomStringConvertible {
    /// What kind of error it is; more kinds may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Its program is not there.
        public static let notBuilt = Code(rawValue: "notBuilt")
        /// Its program could not be started.
        public static let cannotStart = Code(rawValue: "cannotStart")
        /// It started and would not serve, as when its port is taken.
        public static let refused = Code(rawValue: "refused")
        /// Nobody started it.
        public static let notStarted = Code(rawValue: "notStarted")
    }

    public var code: Code
    public var message: String
    public var cure: String

    public var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }

    static func notBuilt(_ name: String) -> PhotoServerError {
        PhotoServerError(
            code: .notBuilt, message: "The photo server's program is not there.", cure: "Build it: swift build --product \(name)")
    }

    static func cannotStart(_ reason: String) -> PhotoServerError {
        PhotoServerError(
            code: .cannotStart, message: "The photo server could not be started: \(reason).",
            cure: "Try again; `swift run photo-server` shows what it says by itself.")
    }

    /// In the server's own words.
    static func refused(_ words: String) -> PhotoServerError {
        let lines = words.split(separator: "\n", maxSplits: 1).map(String.init)
        return PhotoServerError(
            code: .refused, message: "The photo server does not serve. \(lines.first ?? "")", cure: lines.dropFirst().joined())
    }

    static var notStarted: PhotoServerError {
        PhotoServerError(
            code: .notStarted, message: "No photo server was started for this scenario.",
            cure: "Its lab has to start one: prepare: { _ in try PhotoServer.startForScenarios() }")
    }
}
