import ArgumentParser
import Glibc
import LabKit
import Timeline

/// How a command's page looks; the same options in every command that draws.
struct PageOptions: ParsableArguments {
    @Flag(help: "Plain text without colour, and all of it; as when the output is no terminal.")
    var plain = false

    @Option(
        help: ArgumentHelp("Columns to draw in, 40 to 400; else as wide as the terminal, and 100 where there is none.", valueName: "n"),
        transform: within(TimelineOptions.widths))
    var width: Int?

    @Flag(help: "Draws with plain ASCII characters.")
    var ascii = false

    @Flag(help: "No colours; so does the environment variable NO_COLOR.")
    var noColor = false

    var columns: Int {
        let terminal = StandardOutput.terminalWidth.map {
            min(max($0, TimelineOptions.widths.lowerBound), TimelineOptions.widths.upperBound)
        }
        return width ?? terminal ?? 100
    }

    /// Linear text, complete, for a pipe or who asks for it.
    var isLinear: Bool { plain || !StandardOutput.isTerminal }

    var style: Style { Style(isASCII: ascii, colour: colour) }

    private var colour: Style.Colour {
        let terminal = Self.variable("TERM") ?? "dumb"
        guard !isLinear, !noColor, Self.variable("NO_COLOR") == nil, terminal != "dumb" else { return .none }
        let depth = Self.variable("COLORTERM")
        return depth == "truecolor" || depth == "24bit" ? .direct : .indexed
    }

    /// A variable of the environment that is set and not empty.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
