import Words

/// The photo server could not be started, or does not serve.
public typealias PhotoServerError = ExplainedError

extension ExplainedError.Code {
    /// It started but could not serve, for example because its port is taken.
    public static let refused = Self(rawValue: "refused")
    /// It was not started.
    public static let notStarted = Self(rawValue: "notStarted")
}

extension ExplainedError {
    static func notBuilt(_ name: String) -> PhotoServerError {
        PhotoServerError(
            .notBuilt, "The photo server's program does not exist.", cure: "Build it: swift build --product \(name)")
    }

    static func cannotStart(_ reason: String) -> PhotoServerError {
        PhotoServerError(
            .cannotStart, "The photo server could not be started: \(reason).",
            cure: "Try again. `swift run photo-server` shows its own output.")
    }

    /// The server's own message.
    static func refused(_ words: String) -> PhotoServerError {
        let lines = words.split(separator: "\n", maxSplits: 1).map(String.init)
        return PhotoServerError(
            .refused, "The photo server does not serve. \(lines.first ?? "")", cure: lines.dropFirst().joined())
    }

    static var notStarted: PhotoServerError {
        PhotoServerError(
            .notStarted, "No photo server was started for this scenario.",
            cure: "The lab must start one: prepare: { _ in try PhotoServer.startForScenarios() }")
    }
}
