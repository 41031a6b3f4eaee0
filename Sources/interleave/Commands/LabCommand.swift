import Words
import ArgumentParser
import ExplorationRunner
import Glibc
import System

/// `interleave lab NAME …`: runs a lab; everything after the name belongs to the lab.
struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab", abstract: "Run a lab.",
        discussion:
            "Options after the lab's name belong to the lab: \(Invocation.interleave) lab barrier --help shows them. The lab is built first if necessary."
    )

    @Argument(help: "The lab's name, as `\(Invocation.interleave) labs` lists it.")
    var name: String

    @Argument(parsing: .captureForPassthrough, help: "The lab's own options.")
    var options: [String] = []

    func run() throws {
        let product = "lab-\(try LabCatalogue().name(for: name))"
        let program = try BuildFolder.current.locate(product, product: product)
        // The lab replaces this process: it has the terminal, and its exit code becomes ours.
        let arguments = ([Invocation.own.path(of: product)] + options).map { strdup($0) } + [nil]
        execv(program, arguments)
        throw ExplainedError(
            .usage, "\(program) could not be started: \(String(cString: strerror(errno))).",
            cure: "Build it: swift build --product \(product)")
    }
}
