import Words
import FoundationEssentials
import LabKit
import System

/// The labs of the package: each folder of `Labs` with a main.swift is one. A lab describes itself
/// (`--describe`).
struct LabCatalogue {
    /// The names without the prefix (`lab-barrier`: barrier), sorted.
    let names: [String]

    init() throws {
        guard let package = BuildFolder.current.package else {
            throw ExplainedError(
                .usage, "The labs are in Interleave's package, but this program is outside of it.",
                cure: "In the package: swift run interleave labs")
        }
        let folder = package + "/Labs"
        names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)/main.swift")
        }.map { $0.lowercased() }
        guard !names.isEmpty else {
            throw ExplainedError(.usage, "There is no lab in \(folder).", cure: "Get the whole package again: a file is missing there.")
        }
    }

    /// The lab with this name, with or without `lab-`; the error for an unknown one has the list
    /// and the nearest name.
    func name(for wanted: String) throws -> String {
        let lowercased = wanted.lowercased()
        let name = lowercased.hasPrefix("lab-") ? String(lowercased.dropFirst(4)) : lowercased
        if names.contains(name) { return name }
        let hint = name.nearest(among: names).map { " Did you mean '\($0)'?" } ?? ""
        throw ExplainedError(
            .usage, "There is no lab '\(wanted)'.\(hint)", cure: "The labs are: \(names.joined(separator: ", ")).")
    }

    /// Asks a lab for its description. It is built first if necessary.
    func description(of name: String) throws -> LabDescription {
        let product = "lab-\(name)"
        let program = try BuildFolder.current.locate(product, product: product)
        let folder = try TemporaryFolder.make()
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .file("\(folder.path)/description")
        var child = try ChildProcess.spawn(program, arguments: ["--describe"], options: options)
        let ending = child.wait(killingAfter: .seconds(20)).ending
        guard ending == .exited(code: 0),
            let text = FileManager.default.contents(atPath: "\(folder.path)/description"),
            let description = try? JSONDecoder().decode(LabDescription.self, from: text)
        else {
            throw ExplainedError(
                .ours, "\(product) does not print its description.", cure: "Build it again: swift build --product \(product)")
        }
        return description
    }
}
