import System
import ArgumentParser
import ExplorationRunner
import Grading

/// `interleave labs`: the labs.
struct LabsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labs", abstract: "List the labs, with their topics and variants.")

    func run() throws {
        let catalogue = try LabCatalogue()
        let width = catalogue.names.map(\.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 2)
        for name in catalogue.names {
            let lab = try catalogue.description(of: name)
            let room = max(20, (StandardOutput.terminalWidth ?? .max) - indent.count)
            let variants = "variants: \(lab.variants.map(\.name).joined(separator: ", "))"
            let lines = ExerciseText.broken(lab.title, room) + ExerciseText.broken(variants, room)
            try StandardOutput.line("\(name)\(indent.dropFirst(name.count))\(lines.joined(separator: "\n\(indent)"))")
        }
        try StandardOutput.line("\nRun one: \(Invocation.interleave) lab \(catalogue.names[0])")
    }
}
