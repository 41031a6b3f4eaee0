import ArgumentParser
import Exploring
import Glibc
import Recorder

/// `interleave lab NAME …`: runs a lab; everything behind the name is the lab's own.
struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab", abstract: "Run a lab.",
        discussion:
            "Options behind the lab's name are its own: \(Invocation.interleave) lab barrier --help shows them. It is built first where it has to be."
    )

    @Argument(help: "The lab's name, as `\(Invocation.interleave) labs` lists it.")
    var name: String

    @Argument(parsing: .captureForPassthrough, help: "The lab's own options.")
    var options: [String] = []

    func run() throws {
        let lab = try LabCatalogue().lab(named: name)
        let product = "lab-\(lab.name)"
        let program = try BuildFolder.current.locate(product, product: product)
        // The lab takes this process over: it has the terminal, and its exit code is ours.
        let arguments = ([Invocation.own.path(of: product)] + options).map { strdup($0) } + [nil]
        execv(program, arguments)
        throw CommandFailure(
            .usage, "\(program) could not be started: \(String(cString: strerror(errno))).",
            cure: "Build it: swift build --product \(product)")
    }
}
