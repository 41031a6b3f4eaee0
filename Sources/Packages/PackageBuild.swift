import ExplorationRunner
import FoundationEssentials
import Glibc
import System
import Trace
import Words

/// Builds the modules of a package so that the explorer sees their accesses to memory.
///
/// SwiftPM builds them into a folder of its own: `.build/interleave` in the package, or a folder in
/// the user's cache if the package cannot be written. The package's usual build does not change.
public struct PackageBuild {
    private let options: PackageOptions
    /// Says what is done; called from time to time.
    private let tell: (String) -> Void
    private let interruption: InterruptCounter
    /// The package's folder, without symbolic links.
    private let root: String
    private var scratch = ""

    /// Builds the modules that files import, and all that they need. A build without changes takes
    /// about a second.
    /// - Parameters:
    ///   - files: those that import the modules.
    ///   - tell: called with what is done.
    /// - Throws: `ExplainedError` if the package or one of its modules cannot be built or explored.
    public static func modules(
        for files: [ExploredSource.File], options: PackageOptions, tell: (String) -> Void
    ) throws -> LinkedModules {
        try withoutActuallyEscaping(tell) { tell in
            let interruption = InterruptCounter()
            defer { interruption.end() }
            var build = try PackageBuild(options, interruption, tell)
            return try build.run(files)
        }
    }

    /// Builds the test targets of a package, and calls a function with the modules of each of them.
    /// - Returns: what the function returned.
    /// - Throws: `ExplainedError` if the package or one of its tests cannot be built.
    static func tests<Result>(
        _ options: PackageOptions, tell: (String) -> Void,
        link: (PackageDescription.Target, BuildPlan.Module?, LinkedModules, _ folder: String) throws -> Result
    ) throws -> [Result] {
        try withoutActuallyEscaping(tell) { tell in
            let interruption = InterruptCounter()
            defer { interruption.end() }
            var build = try PackageBuild(options, interruption, tell)
            let root = build.root
            return try build.with(imported: { description in (description.targets.filter { $0.kind == .test }.map(\.name), []) }) { built in
                defer { built.lock.release() }
                let modules = PackageModules(
                    options: options, root: root, description: built.description, plan: built.plan, named: built.seen)
                return try built.targets.compactMap { name in
                    guard let target = built.description.targets.first(where: { $0.name == name }) else { return nil }
                    return try link(
                        target, built.plan.modules[name], try modules.linked(imported: [target.module], products: [name]) {}, built.folder)
                }
            }
        }
    }

    private init(_ options: PackageOptions, _ interruption: InterruptCounter, _ tell: @escaping (String) -> Void) throws {
        self.options = options
        self.interruption = interruption
        self.tell = tell
        let path = options.path
        guard let real = realpath(path, nil) else {
            throw ExplainedError(
                .unreadable, "\(path) cannot be read: \(String(cString: strerror(errno))).",
                cure: "Give the folder of a package to --package.")
        }
        root = String(cString: real)
        free(real)
        guard FileManager.default.fileExists(atPath: "\(root)/Package.swift") else {
            throw ExplainedError(
                .unreadable, "\(path) is not a package: it has no Package.swift.", cure: "Give the folder of a package to --package.")
        }
    }

    private mutating func run(_ files: [ExploredSource.File]) throws -> LinkedModules {
        let imported = Self.union(files.map { SwiftTokens($0.text).importedModules }), options = options, root = root
        return try with(imported: { description in
            (try PackageRefusals(options: options, description: description).targets(imported: imported), imported)
        }) { built in
            let modules = PackageModules(options: options, root: root, description: built.description, plan: built.plan, named: built.seen)
            return try modules.linked(imported: imported, products: built.targets) { built.lock.release() }
        }
    }

    /// A package whose targets are built.
    private struct Built {
        var description: PackageDescription
        var plan: BuildPlan
        var targets: [String]
        /// The modules whose accesses are seen.
        var seen: [String]
        /// The folder that they were built in.
        var folder: String
        /// Keeps the compiled files as they are.
        var lock: FolderLock
    }

    /// Builds targets, and uses them.
    /// - Parameter imported: the targets of a package, and modules that are also imported.
    private mutating func with<Result>(
        imported: (PackageDescription) throws -> (targets: [String], modules: [String]), use: (Built) throws -> Result
    ) throws -> Result {
        let store = try PackageStore.folder(for: root)
        // (The description needs a folder, too, and its own lock.)
        let first = try FolderLock(store, interruption) { tell("waiting for another run that builds \(options.path) …") }
        tell("reading the package \(options.path) …")
        let description = try describe(store), wanted = try imported(description)
        let seen = try PackageRefusals(options: options, description: description).instrumentedModules()
        let scripts = try CompilerScripts(modules: seen, suspendsAtEveryAwait: options.suspendsAtEveryAwait)
        // Other options of the compiler need another folder: SwiftPM does not notice that they have changed.
        var key = Fingerprint()
        for text in [scripts.swift, scripts.clang] { key.addPart(text.utf8) }
        scratch = "\(store)/\(key.text)"
        try? FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        first.release()
        let lock = try FolderLock(scratch, interruption) { tell("waiting for another run that builds \(options.path) …") }
        do {
            try scripts.write(into: scratch)
            let plan = try build(wanted.targets, imported: wanted.modules, description)
            return try use(Built(description: description, plan: plan, targets: wanted.targets, seen: seen, folder: scratch, lock: lock))
        } catch {
            lock.release()
            throw error
        }
    }

    private static func union(_ lists: [[String]]) -> [String] {
        lists.joined().reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    // MARK: SwiftPM

    private func describe(_ store: String) throws -> PackageDescription {
        let output = "\(store)/description.json"
        let (ending, words) = try swift(
            ["package", "--package-path", root, "--scratch-path", "\(store)/described", "describe", "--type", "json"], output: output,
            log: "\(store)/words", scripts: nil)
        guard ending == .exited(code: 0) else { throw failure(words, of: options.path) }
        guard let data = FileManager.default.contents(atPath: output),
            let description = try? JSONDecoder().decode(PackageDescription.self, from: data)
        else {
            throw ExplainedError(
                .unreadable, "SwiftPM's description of the package \(options.path) cannot be read.",
                cure: "Check that `swift package describe` works there.")
        }
        return description
    }

    /// Builds targets, and modules of dependencies that files import.
    private func build(_ targets: [String], imported: [String], _ description: PackageDescription) throws -> BuildPlan {
        var plan: BuildPlan?
        var built: Set<String> = []
        func build(_ target: String) throws -> Bool {
            if built.contains(target) { return true }
            tell("building \(target) of \(options.path) for the explorer …")
            let arguments = [
                "build", "--package-path", root, "--scratch-path", scratch, "--disable-index-store", "-debug-info-format", "none",
                "--target", target,
            ]
            let (ending, words) = try swift(arguments, output: "\(scratch)/words", log: nil, scripts: scratch)
            if ending != .exited(code: 0) {
                if words.contains("no target named '\(target)'") { return false }
                throw failure(words, of: target)
            }
            plan = BuildPlan(in: scratch)
            guard let plan else {
                throw ExplainedError(
                    .unreadable, "SwiftPM's plan of the package \(options.path) cannot be read.",
                    cure: "Its form changes with the version of Swift. Explored packages were tried with Swift 6.2 and 6.3.")
            }
            built.formUnion(plan.closure(of: [target]))
            return true
        }
        for target in targets { _ = try build(target) }
        // A file can also import what the package's dependencies make.
        for module in imported where description.target(ofModule: module) == nil && !SystemModules.have(module) {
            _ = try build(plan?.target(ofModule: module) ?? module)
        }
        if plan == nil, let first = description.targets.first(where: { $0.canBeInstrumented && $0.kind != .test }) {
            _ = try build(first.name)
        }
        guard let plan else {
            throw ExplainedError(
                .notExplorable, "The package \(options.path) has no module that a file can import.",
                cure: "Explore the file without --package.")
        }
        return plan
    }

    /// Runs SwiftPM.
    /// - Parameters:
    ///   - log: for what it prints to standard error; nil: the same file.
    ///   - scripts: the folder with the programs that it calls in place of the compilers.
    /// - Returns: how it ended, and what it printed.
    private func swift(
        _ arguments: [String], output: String, log: String?, scripts: String?
    ) throws -> (ending: Trace.Ending, words: String) {
        var child = ChildProcess.Options()
        child.searchesPath = true
        child.ownGroup = true
        child.standardInput = .nothing
        let words = log ?? output
        // (Both streams append to one file.)
        let file = open(words, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw ExplainedError(
                .unreadable, "\(words) cannot be written: \(String(cString: strerror(errno))).",
                cure: "Free some space there, or allow writing to it.")
        }
        defer { close(file) }
        child.standardOutput = log == nil ? .descriptor(file) : .file(output)
        child.standardError = .descriptor(file)
        var environment = ProcessInfo.processInfo.environment
        environment["LD_PRELOAD"] = nil
        if let scripts {
            environment["SWIFT_EXEC"] = "\(scripts)/swiftc"
            environment["CC"] = "\(scripts)/clang"
        }
        child.environment = environment
        var process = try ChildProcess.spawn("swift", arguments: arguments, options: child)
        var shown = ""
        let ending = process.wait(endingFamilyAfter: .seconds(3600)) {
            if log == nil, let line = Self.lastStep(of: words), line != shown {
                shown = line
                tell(line)
            }
            return interruption.count > 0
        }.ending
        if interruption.count > 0 { throw ExplainedError.interrupted }
        let contents = FileManager.default.contents(atPath: words) ?? Data()
        return (ending, SafeText.lines(String(decoding: contents.suffix(1 << 18), as: UTF8.self)))
    }

    /// "[12/40] Compiling Core Counter.swift", from the end of SwiftPM's words.
    private static func lastStep(of file: String) -> String? {
        let words = FileManager.default.contents(atPath: file).map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
        return words.split(separator: "\n").last { $0.hasPrefix("[") }.map(String.init)
    }

    private func failure(_ words: String, of subject: String) -> any Error {
        do { try ExplainedError.checkSpace(in: scratch.isEmpty ? root : scratch) } catch { return error }
        return PackageRefusals.failure(words, of: subject, package: options.path)
    }
}
