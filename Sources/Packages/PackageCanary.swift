import Words
import ExplorationRunner
import Symbols

/// Proves that the explorer sees what the compiled files of a package do, before it says that
/// nothing fails.
///
/// A file that was compiled for the explorer calls `__tsan_init` before `main`, even if it has no
/// access to memory. And no file must define a function that the explorer intercepts: calls from
/// the package would then go there, and the explorer would not see them.
struct PackageCanary {
    let plan: BuildPlan
    /// The functions that the explorer's library defines.
    private let intercepted: Set<String>

    /// - Parameter library: the library that the program is linked with.
    init(_ plan: BuildPlan, library: String) {
        self.plan = plan
        intercepted = LinkNames(object: library)?.defined.filter { !$0.hasPrefix("$s") } ?? []
    }

    /// - Parameters:
    ///   - seen: the targets whose accesses to memory are seen.
    ///   - others: the other targets in the program.
    /// - Throws: `ExplainedError` that names the module of which something is not seen.
    func check(seen: [String], others: [String]) throws {
        guard !intercepted.isEmpty else {
            throw ExplainedError(
                .notExplorable, "The explorer's library cannot be read, so it is not known what it sees of the package.",
                cure: "Build it again: swift build --product InterleaveExplore")
        }
        for name in seen {
            for object in plan.modules[name]?.objects ?? [] {
                guard let names = LinkNames(object: object) else { throw Self.unreadable(object) }
                guard names.needed.contains("__tsan_init") else {
                    throw ExplainedError(
                        .notExplorable,
                        "The module \(name) was not compiled for the explorer, so its accesses to memory are not seen: \(object) has no call to it.",
                        cure:
                            "Perhaps the package sets its own compiler, or options that undo it. To explore without its accesses: --no-instrument \(name)"
                    )
                }
                try check(names, name)
            }
        }
        for name in others where plan.modules[name]?.isSwift == false {
            for object in plan.modules[name]?.objects ?? [] {
                guard let names = LinkNames(object: object) else { throw Self.unreadable(object) }
                try check(names, name)
            }
        }
    }

    private func check(_ names: LinkNames, _ module: String) throws {
        guard let name = names.defined.intersection(intercepted).min() else { return }
        throw ExplainedError(
            .notExplorable, "The module \(module) defines its own \(name). The explorer would not see the calls of it.",
            cure: "Explore a file that does not import \(module).")
    }

    private static func unreadable(_ object: String) -> ExplainedError {
        ExplainedError(
            .unreadable, "\(object) is not a compiled file.", cure: "Remove the folder that it is in, and explore again: it is made again.")
    }
}
