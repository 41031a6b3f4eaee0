import ArgumentParser
import Exploring

/// `interleave labs`: what there is to run.
struct LabsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "labs", abstract: "List the labs: what each is about, and its variants.")

    func run() throws {
        let labs = try LabCatalogue().labs
        let width = labs.map(\.name.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 2)
        for lab in labs {
            try StandardOutput.line(lab.name + indent.dropFirst(lab.name.count) + lab.topic)
            if !lab.variants.isEmpty { try StandardOutput.line("\(indent)variants: \(lab.variants.joined(separator: ", "))") }
        }
        try StandardOutput.line("\nRun one: \(Invocation.interleave) lab \(labs[0].name)")
    }
}
