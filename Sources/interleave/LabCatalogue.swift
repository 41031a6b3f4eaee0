import FoundationEssentials
import LabKit
import Recorder

/// The labs of the package: each folder of `Labs` is one, and its main.swift says what it is about and which variants it has.
struct LabCatalogue {
    struct Lab {
        /// As in `lab-barrier`, without the prefix.
        var name: String
        var topic: String
        var variants: [String]
    }

    let labs: [Lab]

    init() throws {
        guard let package = BuildFolder.current.package else {
            throw CommandFailure(
                .usage, "The labs stand in Interleave's package, and this program is outside of it.",
                cure: "In the package: swift run interleave labs")
        }
        let folder = package + "/Labs"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        labs = names.sorted().compactMap { name in
            guard let source = try? String(contentsOfFile: "\(folder)/\(name)/main.swift", encoding: .utf8) else { return nil }
            return Lab(name: name.lowercased(), source: source)
        }
        guard !labs.isEmpty else {
            throw CommandFailure(.usage, "There is no lab in \(folder).", cure: "Get the whole package again: something is missing there.")
        }
    }

    /// The lab of this name, with or without `lab-`; a wrong one is answered with the list and the nearest name.
    func lab(named wanted: String) throws -> Lab {
        let name = wanted.lowercased().hasPrefix("lab-") ? String(wanted.dropFirst(4)) : wanted
        if let lab = labs.first(where: { $0.name == name.lowercased() }) { return lab }
        let hint = name.nearest(among: labs.map(\.name)).map { " Did you mean '\($0)'?" } ?? ""
        throw CommandFailure(
            .usage, "There is no lab '\(wanted)'.\(hint)", cure: "The labs are: \(labs.map(\.name).joined(separator: ", ")).")
    }
}

extension LabCatalogue.Lab {
    /// Reads the declaration of a lab: `title: "…"`, and a `Variant("name", …)` for each variant.
    fileprivate init(name: String, source: String) {
        self.name = name
        topic = source.firstMatch(of: /title: "([^"]*)"/).map { String($0.output.1) } ?? ""
        variants = source.matches(of: /Variant\(\s*"([^"]+)"/).map { String($0.output.1) }
    }
}
