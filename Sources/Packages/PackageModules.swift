import Words
import ExplorationRunner
import FoundationEssentials
import Symbols
import System

/// The built modules of a package that become a part of a program.
struct PackageModules {
    let options: PackageOptions
    let root: String
    let description: PackageDescription
    let plan: BuildPlan
    /// The names of the modules, and of their targets, whose accesses to memory must be seen.
    let named: [String]

    /// - Parameters:
    ///   - imported: the modules that the files import.
    ///   - products: targets that are part of the program in any case.
    /// - Throws: `ExplainedError` if it is not certain what the explorer sees of them.
    func linked(imported: [String], products: [String], release: @escaping @Sendable () -> Void) throws -> LinkedModules {
        let direct = imported.filter(plan.has).map(plan.target(ofModule:))
        let targets = plan.closure(of: direct + products)
        for name in options.instrumented + options.notInstrumented where !plan.has(name) {
            throw ExplainedError(
                .notExplorable, "The package \(options.path) and its dependencies have no module \(name).",
                cure: "Their modules are: \(plan.names.joined(separator: ", ")).")
        }
        // A module without compiled files, such as headers of C, has no code of its own.
        let withCode = targets.filter { plan.modules[$0]?.objects.isEmpty == false }
        let seen = withCode.filter(isSeen), unseen = withCode.filter { !isSeen($0) }
        let library = try ExploredBuild.explorerLibrary()
        try PackageCanary(plan, library: library).check(seen: seen, others: unseen)
        var compilerArguments = plan.compilerOptions(for: targets)
        // The file is beside the package: it sees what the package's own modules see of each other.
        if let name = direct.first(where: { name in description.targets.contains { $0.name == name } }).flatMap(plan.packageName) {
            compilerArguments += ["-package-name", name]
        }
        let sources = self.sources(of: seen)
        let kept = seen.map(BuildPlan.moduleName(ofTarget:)).filter { name in
            options.notInstrumented.contains { BuildPlan.moduleName(ofTarget: $0) == name }
        }
        let contents = hash(of: targets)
        return LinkedModules(
            origin: root.split(separator: "/").last.map(String.init) ?? root, path: options.path, names: importable.sorted(),
            seen: inOrder(seen, direct), unseen: inOrder(unseen, direct), kept: kept,
            compilerArguments: compilerArguments,
            linkerArguments: withCode.flatMap { plan.modules[$0]?.objects ?? [] } + plan.linkerOptions + ["-Xlinker", "--as-needed"],
            sources: sources, fingerprint: contents.hash, usesUnsafeMemory: contents.isUnsafe, release: release)
    }

    /// Whether a module must be seen, or is seen because it uses atomic variables.
    private func isSeen(_ target: String) -> Bool {
        if named.contains(target) { return true }
        return plan.modules[target]?.objects.first.flatMap(LinkNames.init)?.needed.contains("__tsan_init") == true
    }

    /// Modules that a file could import.
    private var importable: [String] {
        description.targets.filter { $0.kind == .library || $0.kind == .executable || $0.kind == .system }.map(\.module)
    }

    /// The modules of targets: first those that a file imports.
    private func inOrder(_ targets: [String], _ direct: [String]) -> [String] {
        (targets.filter(direct.contains) + targets.filter { !direct.contains($0) }).map(BuildPlan.moduleName(ofTarget:))
    }

    /// The source files, with names that a reader finds them by.
    private func sources(of targets: [String]) -> [String: String] {
        var names: [String: String] = [:]
        for target in targets {
            for path in plan.modules[target]?.sources ?? [] { names[path] = shown(path) }
            // Code in headers of C is compiled into the files that include them.
            for path in headers(of: target) { names[path] = shown(path) }
        }
        return names
    }

    private func shown(_ path: String) -> String {
        if path.hasPrefix(root + "/") {
            let inside = String(path.dropFirst(root.count + 1))
            if let range = inside.firstRange(of: "/checkouts/") { return String(inside[range.upperBound...]) }
            let given = options.path.hasSuffix("/") ? String(options.path.dropLast()) : options.path
            return given == "." ? inside : "\(given)/\(inside)"
        }
        return path
    }

    private func headers(of target: String) -> [String] {
        guard let module = plan.modules[target], !module.isSwift, let first = module.sources.first else { return [] }
        // The folder that all sources have in common.
        var folder = first.split(separator: "/").dropLast()
        for path in module.sources {
            folder = folder.prefix(zip(folder, path.split(separator: "/").dropLast()).prefix { $0 == $1 }.count)
        }
        let parent = "/" + folder.joined(separator: "/")
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: parent)) ?? []
        return found.filter { [".h", ".hpp", ".inc"].contains(where: $0.hasSuffix) }.map { "\(parent)/\($0)" }.sorted()
    }

    /// A hash of all that affects the program, and whether the code has words for memory that Swift does not keep alive.
    private func hash(of targets: [String]) -> (hash: UInt64, isUnsafe: Bool) {
        var fingerprint = Fingerprint(), isUnsafe = false, hasDependencies = false
        for module in named { fingerprint.addPart(module.utf8) }
        for target in targets {
            fingerprint.addPart(target.utf8)
            guard let module = plan.modules[target] else { continue }
            for path in module.sources.sorted() + headers(of: target) {
                // Packages that SwiftPM has fetched are known by their versions.
                if path.contains("/checkouts/") {
                    hasDependencies = true
                    continue
                }
                guard let contents = FileManager.default.contents(atPath: path) else { continue }
                let text = String(decoding: contents, as: UTF8.self)
                isUnsafe = isUnsafe || !module.isSwift || LinkedModules.unsafeWords.contains { text.contains($0) }
                fingerprint.addPart(path.split(separator: "/").last.map { Array($0.utf8) } ?? [])
                fingerprint.addPart([UInt8](contents))
            }
        }
        if hasDependencies, let versions = FileManager.default.contents(atPath: "\(root)/Package.resolved") {
            fingerprint.addPart([UInt8](versions))
        }
        return (fingerprint.value, isUnsafe || hasDependencies)
    }
}
