import ExplorationRunner
import Words

/// The reasons for which a package cannot be explored, in words.
struct PackageRefusals {
    let options: PackageOptions
    let description: PackageDescription

    /// The targets of the package that have to be built: those of the imported modules, and of the
    /// products that the user names.
    /// - Throws: `ExplainedError` if there is no such product, or if a module cannot be imported.
    func targets(imported: [String]) throws -> [String] {
        var targets: [String] = []
        for name in options.products {
            guard let product = description.products.first(where: { $0.name == name }) else {
                let names = description.products.map(\.name)
                throw ExplainedError(
                    .notExplorable, "The package \(options.path) has no product \(name).",
                    cure: names.isEmpty ? "It has no products. Leave out --product." : "Its products are: \(names.joined(separator: ", "))."
                )
            }
            targets += product.targets
        }
        for module in imported {
            guard let target = description.target(ofModule: module) else { continue }
            if let reason = reasonAgainst(target) {
                throw ExplainedError(
                    .notExplorable, "\(module) cannot be imported by an explored file: \(reason)", cure: cure(for: target))
            }
            targets.append(target.name)
        }
        return targets.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The modules whose accesses are seen: those of the package itself, and those that the user names.
    func instrumentedModules() throws -> [String] {
        for name in options.instrumented + options.notInstrumented {
            guard let target = description.target(ofModule: name) ?? description.targets.first(where: { $0.name == name }) else { continue }
            if options.instrumented.contains(name), !target.canBeInstrumented, let reason = reasonAgainst(target) {
                throw ExplainedError(.notExplorable, "\(name) cannot be built for the explorer: \(reason)", cure: "Leave it out.")
            }
        }
        // A target can have signs in its name that its module does not have.
        let own = description.targets.filter { $0.canBeInstrumented }.flatMap { [$0.name, $0.module] }
        let without = Set(modulesLeftOut)
        return Set(own + options.instrumented.flatMap { [$0, BuildPlan.moduleName(ofTarget: $0)] }).filter { !without.contains($0) }
            .filter { !without.contains(BuildPlan.moduleName(ofTarget: $0)) }.sorted()
    }

    /// The modules whose accesses the user does not want to see.
    private var modulesLeftOut: [String] {
        let named = Set(options.notInstrumented)
        let own = description.targets.filter { named.contains($0.name) || named.contains($0.module) }.flatMap { [$0.name, $0.module] }
        return Set(own + named).sorted()
    }

    private func reasonAgainst(_ target: PackageDescription.Target) -> String? {
        switch target.kind {
        case .macro: "it is a macro, which runs in the compiler and not in the program."
        case .plugin: "it is a plug-in of SwiftPM, which runs during the build and not in the program."
        case .binary: "it is a compiled library without source."
        case .test: "it is a test target."
        case .snippet: "it is a snippet, a program of its own."
        case .library, .executable, .system: nil
        case nil: "it is a target of a kind that is not known here."
        }
    }

    private func cure(for target: PackageDescription.Target) -> String {
        let names = description.targets.filter { reasonAgainst($0) == nil }.map(\.module)
        return names.isEmpty ? "The package has no module that a file can import." : "A file can import: \(names.joined(separator: ", "))."
    }

    /// Why SwiftPM could not read or build a package.
    /// - Parameter words: all that it printed.
    static func failure(_ words: String, of subject: String, package: String) -> ExplainedError {
        let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let line = lines.first(where: { $0.contains("is using Swift tools version") }) {
            let reason = line.firstRange(of: "error: ").map { String(line[$0.upperBound...]) } ?? line
            return ExplainedError(
                .notCompiled, "The package \(package) needs another version of Swift: \(reason).",
                cure: "Use that version of Swift, or lower the swift-tools-version in its Package.swift.")
        }
        if lines.contains(where: { $0.contains("error: ") && $0.contains("/Package.resolved") && $0.contains("(code: 30)") }) {
            return ExplainedError(
                .unreadable, "The package \(package) cannot be written, and SwiftPM writes its file Package.resolved there.",
                cure: "Copy the package to a folder that you can write, or run `swift package resolve` where it can be written.")
        }
        let errors = essential(lines)
        let name = subject == package ? "The package \(package)" : "\(subject) in the package \(package)"
        return ExplainedError(
            .notCompiled, "\(name) does not build.\n\(errors.joined(separator: "\n"))",
            cure: "Fix the errors that are reported above. `swift build` in the package shows them, too.")
    }

    /// The errors, each with the lines of code below it; without the lines of progress.
    private static func essential(_ lines: [String]) -> [String] {
        var kept: [String] = [], isError = false
        for line in lines {
            if line.contains("error: ") {
                isError = true
            } else if line.hasPrefix("[") || line.isEmpty || line.contains(": warning: ") || line.hasPrefix("Building for ")
                || line.hasPrefix("warning: ")
            {
                isError = false
            }
            if isError, !kept.contains(line) || !line.contains("error: ") { kept.append(line) }
        }
        if kept.isEmpty { kept = lines.filter { !$0.isEmpty }.suffix(10) }
        return kept.count > 40 ? kept.prefix(40) + ["… and \(Wording.count(kept.count - 40, "more line"))"] : kept
    }
}
