import ArgumentParser
import Foundation
import Recorder

/// The labs of the package: each folder of `Labs` is one, and the first two lines of its README.md say what it is about.
struct LabCatalogue {
    struct Lab {
        /// As in `lab-barrier`, without the prefix.
        var name: String
        var topic: String
    }

    var labs: [Lab]

    init() throws {
        guard let package = BuildFolder.current.package else {
            throw CommandFailure(.usage, "The labs stand in Interleave's package, and this program is outside of it.", cure: "Use: swift run interleave labs")
        }
        let folder = package + "/Labs"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        labs = names.sorted().compactMap { name in
            guard FileManager.default.fileExists(atPath: "\(folder)/\(name)/main.swift") else { return nil }
            let page = (try? String(contentsOfFile: "\(folder)/\(name)/README.md", encoding: .utf8)) ?? ""
            let lines = page.split(separator: "\n").filter { !$0.hasPrefix("#") }
            return Lab(name: name.lowercased(), topic: lines.first.map(String.init) ?? "")
        }
    }

    /// The lab of this name, with or without `lab-`; a wrong one is answered with the list and the nearest name.
    func lab(named wanted: String) throws -> Lab {
        let name = wanted.hasPrefix("lab-") ? String(wanted.dropFirst(4)) : wanted
        if let lab = labs.first(where: { $0.name == name.lowercased() }) { return lab }
        let nearest = labs.min { distance($0.name, name) < distance($1.name, name) }
        let hint = nearest.map { distance($0.name, name) <= 3 ? " Did you mean \($0.name)?" : "" } ?? ""
        throw CommandFailure(.usage, "There is no lab \(wanted).\(hint)", cure: "The labs: \(labs.map(\.name).joined(separator: ", "))")
    }

    /// How many letters have to be added, left out or changed (Levenshtein, 1966).
    private func distance(_ one: String, _ other: String) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, candidate) in other.enumerated() {
                let above = row[column + 1]
                row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == candidate ? 0 : 1))
                diagonal = above
            }
        }
        return row[other.count]
    }
}

/// `interleave labs`: what there is to run.
struct LabsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "labs", abstract: "List the labs and what each is about.")

    func run() throws {
        let labs = try LabCatalogue().labs
        let width = labs.map(\.name.count).max() ?? 0
        for lab in labs {
            print("\(lab.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(lab.topic)")
        }
        print("\nRun one: swift run lab-\(labs.first?.name ?? "barrier")")
    }
}

/// `interleave lab NAME …`: runs a lab; everything behind the name is the lab's own.
struct LabCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lab", abstract: "Run a lab; options behind its name are the lab's own (--help shows them).")

    @Argument(help: "The lab's name, as `interleave labs` lists it.")
    var name: String

    @Argument(parsing: .captureForPassthrough, help: "The lab's own options.")
    var options: [String] = []

    func run() throws {
        let lab = try LabCatalogue().lab(named: name)
        let build = BuildFolder.current
        let program = "\(build.folder)/lab-\(lab.name)"
        if !FileManager.default.isExecutableFile(atPath: program) { try build.build(product: "lab-\(lab.name)") }
        // The lab takes this process over: it has the terminal, and its exit code is ours.
        let arguments = ([program] + options).map { strdup($0) } + [nil]
        execv(program, arguments)
        throw CommandFailure(.usage, "\(program) could not be started: \(String(cString: strerror(errno))).", cure: "Build it: swift build --product lab-\(lab.name)")
    }
}
