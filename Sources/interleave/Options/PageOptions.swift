import ArgumentParser
import Glibc
import LabKit
import Terminal
import Timeline

/// The look of a command's page; the same options in every command that draws.
struct PageOptions: ParsableArguments {
    @Flag(help: "Print everything as plain text without colors, as if the output were not a terminal.")
    var plain = false

    @Option(
        help: ArgumentHelp(
            "Columns of the drawing, 40 to 400. (default: the width of the terminal, or 100 without a terminal)", valueName: "n"),
        transform: within(TimelineOptions.widths))
    var width: Int?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(help: "Use no colors. The environment variable NO_COLOR does the same.")
    var noColor = false

    var columns: Int {
        let terminal = StandardOutput.terminalWidth.map {
            min(max($0, TimelineOptions.widths.lowerBound), TimelineOptions.widths.upperBound)
        }
        return width ?? terminal ?? 100
    }

    /// Linear, complete text, for a pipe or on request.
    var isLinear: Bool { plain || !StandardOutput.isTerminal }

    var style: Style {
        let terminal = TerminalAbilities.own
        let wantsColour = !isLinear && !noColor && Self.variable("NO_COLOR") == nil
        return Style(isASCII: ascii || terminal.isASCII, colour: wantsColour ? terminal.colour : .none)
    }

    /// Whether an environment variable is set and not empty.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
