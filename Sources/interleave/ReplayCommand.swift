import ArgumentParser
import Explorer

/// `interleave replay`: one schedule of an explored file again.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run a file's scenario() once more, exactly as a token has it.",
        discussion: "The token comes from `interleave explore`. It fits the file as it was then: after a change it is refused.")

    @Argument(help: ArgumentHelp("A token that explore has printed.", valueName: "token"))
    var token: String

    @Argument(help: ArgumentHelp("The file that was explored.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The function that was explored.", valueName: "name"))
    var entry = "scenario"

    @Option(name: .customLong("swift-version"), help: ArgumentHelp("The language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Flag(help: "Prints one JSON object.")
    var json = false

    func run() throws {
        let file = try ExploredFile(file, entry: entry, swiftVersion: swiftVersion)
        let token = try Self.read(token, for: file)
        let build = try ExploredBuild(file)
        var order = ExploringProcess.Order()
        order.path = token.path
        let report = try ExplorationFailure.report(of: try ExploringProcess.run(build, order) { _, _, _ in })
        let result = ExplorationResult(report, of: file, program: build.program, seconds: 0)
        try ExplorationFailure.refuse(result)
        if json {
            try StandardOutput.line(try result.json(isTimed: false))
        } else {
            try StandardOutput.line(result.replayText(width: min(StandardOutput.terminalWidth ?? 100, 120)))
        }
        if report.verdict != .none { throw ExitCode(1) }
    }

    private static func read(_ text: String, for file: ExploredFile) throws(CommandFailure) -> ScheduleToken {
        do {
            return try ScheduleToken(text, for: file.fingerprint)
        } catch {
            switch error {
            case .unreadable:
                throw CommandFailure(.usage, "\(text) is no token, or was not copied whole.", cure: "Copy it from what `interleave explore \(file.name)` prints.")
            case .otherVersion(let version):
                throw CommandFailure(
                    .usage, "The token was made by another version of interleave (its tokens have version \(version), ours \(ScheduleToken.version)).",
                    cure: "Explore the file again: interleave explore \(file.name)")
            case .otherFile:
                throw CommandFailure(
                    .usage, "The token speaks of another file, of \(file.name) before it was changed, or of another --entry or --swift-version.",
                    cure: "Explore the file again: interleave explore \(file.name)")
            }
        }
    }
}
