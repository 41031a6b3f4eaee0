import Words

extension ExplainedError.Code {
    /// It started but could not serve, for example because its port is taken.
    public static let refused = Self(rawValue: "refused")
    /// It was not started.
    public static let notStarted = Self(rawValue: "notStarted")
}

extension ExplainedError {
    static func notBuilt(_ name: String) -> ExplainedError {
        ExplainedError(
            .notBuilt, "The photo server's program does not exist.", cure: "Build it: swift build --product \(name)")
    }

    static func cannotStart(_ reason: String) -> ExplainedError {
        ExplainedError(
            .cannotStart, "The photo server could not be started: \(reason).",
            cure: "Try again. `swift run photo-server` shows its own output.")
    }

    /// The server's own message.
    static func refused(_ words: String) -> ExplainedError {
        let lines = words.split(separator: "\n", maxSplits: 1).map(String.init)
        return ExplainedError(
            .refused, "The photo server does not serve. \(lines.first ?? "")", cure: lines.dropFirst().joined())
    }

    static var notStarted: ExplainedError {
        ExplainedError(
            .notStarted, "No photo server was started for this scenario.",
            cure: "The lab must start one: prepare: { _ in try PhotoServer.startForScenarios() }")
    }
}
