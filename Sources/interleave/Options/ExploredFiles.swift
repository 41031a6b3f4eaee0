import Words
import ArgumentParser
import ExplorationRunner
import Packages

/// The explored files, and how they are compiled: the same options in `explore` and in `replay`.
struct ExploredFiles: ParsableArguments {
    @Option(help: ArgumentHelp("The function to explore. (default: the program's main, or scenario())", valueName: "name"))
    var entry: String?

    @Option(name: .customLong("swift-version"), help: ArgumentHelp("The language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Option(
        name: .customLong("stdin"),
        help: ArgumentHelp("The file that the program reads as its standard input. (default: empty input)", valueName: "file"))
    var input: String?

    @Option(
        help: ArgumentHelp(
            "A folder with a Package.swift. The files can import its modules. They are built for the explorer, in .build/interleave there.",
            valueName: "folder"))
    var package: String?

    @Option(
        name: .customLong("product"),
        help: ArgumentHelp(
            "With --package: also put the modules of this product into the program. Can be repeated. (default: the imported modules, and what they need)",
            valueName: "name"))
    var products: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --package: see the accesses to memory of this module of a dependency, too. Can be repeated. (default: the package's own modules)",
            valueName: "module"))
    var instrument: [String] = []

    @Option(
        name: .customLong("no-instrument"),
        help: ArgumentHelp(
            "With --package: do not see the accesses to memory of this module. Can be repeated.", valueName: "module"))
    var notInstrumented: [String] = []

    func validate() throws {
        if package == nil, !(products + instrument + notInstrumented).isEmpty {
            throw ValidationError("--product, --instrument and --no-instrument need --package FOLDER.")
        }
        if let name = instrument.first(where: notInstrumented.contains) {
            throw ValidationError("Use --instrument \(name) or --no-instrument \(name), not both.")
        }
        for name in instrument + notInstrumented
        where name.isEmpty || name.contains(where: { !$0.isLetter && !$0.isNumber && !"_-".contains($0) }) {
            throw ValidationError("'\(name)' is not the name of a module.")
        }

        if ![5, 6].contains(swiftVersion) { throw ValidationError("--swift-version must be 5 or 6.") }
    }

    func source(_ files: [String]) throws(ExplainedError) -> ExploredSource {
        try ExploredSource(program: files, entry: entry, swiftVersion: swiftVersion, input: input)
    }

    /// Builds the modules of the package, if there is one.
    /// - Parameter tell: called with what is done.
    func addModules(to source: inout ExploredSource, tell: (String) -> Void) throws {
        guard let package else { return }
        source.modules = try PackageBuild.modules(
            for: source.files,
            options: PackageOptions(
                path: package, products: products, instrumented: instrument, notInstrumented: notInstrumented,
                suspendsAtEveryAwait: source.suspendsAtEveryAwait), tell: tell)
    }

    /// The files and these options, as words for a shell.
    func words(_ files: [String]) -> String { arguments(files).map(ShellWords.quoted).joined(separator: " ") }

    /// The files and these options, as arguments of a command.
    func arguments(_ files: [String]) -> [String] {
        var words = files.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
        if let entry { words += ["--entry", entry] }
        if swiftVersion != 5 { words += ["--swift-version", "\(swiftVersion)"] }
        if let input { words += ["--stdin", input] }
        if let package { words += ["--package", package] }
        words += products.flatMap { ["--product", $0] }
        return words + instrument.flatMap { ["--instrument", $0] } + notInstrumented.flatMap { ["--no-instrument", $0] }
    }
}
