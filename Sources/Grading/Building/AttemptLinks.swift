import enum Trace.Verdict
import ExplorationRunner
import FoundationEssentials
import Symbols

/// Whether a compiled attempt keeps to Swift: it must not take the place of functions that the
/// checks call, and must not reach the checks themselves.
///
/// Attributes such as `@_cdecl`, `@_silgen_name` and `@section` can do both. But the compiler
/// writes all names that a file defines and needs into the object file, so it shows there, however
/// the source is written.
struct AttemptLinks {
    private let names: LinkNames
    /// The attempt's module, as it is in the names of its declarations.
    static let module = "Attempt"

    /// - Parameter object: the compiled attempt, not yet linked.
    init?(object: String) {
        guard let names = LinkNames(object: object) else { return nil }
        self.names = names
    }

    /// Functions that find or change code of a running process.
    private static let reachingBeneath: Set<String> = [
        "dlsym", "dlvsym", "dlopen", "dlmopen", "dlinfo", "dladdr", "dladdr1", "dl_iterate_phdr", "_dl_find_object", "__libc_dlsym",
        "__libc_dlopen_mode", "mprotect", "pkey_mprotect", "remap_file_pages", "prctl", "ptrace", "process_vm_readv", "process_vm_writev",
    ]

    /// The reason to refuse the attempt; nil if there is none.
    var finding: GradeFinding? {
        // The compiler puts the module's name into the name of each declaration of the attempt.
        let own = "\(Self.module.utf8.count)\(Self.module)"
        if let name = names.defined.filter({ !$0.contains(own) }).min() {
            return GradeFinding(
                .reachesBeneath,
                """
                Your code defines the symbol `\(name)`, so it takes the place of a function that the checks and the system use. \
                An attempt must not do that.
                """,
                try: "remove attributes such as @_cdecl and @_silgen_name: plain Swift suffices in every exercise.")
        }
        if let name = names.needed.filter(Self.isBeneath).min() {
            return GradeFinding(
                .reachesBeneath,
                "Your code uses `\(name)`, which reaches into the running program or into the checks. An attempt must not do that.",
                try: "remove that call: plain Swift suffices in every exercise.")
        }
        if let name = names.needed.filter(Self.tellsWhereItRuns).min() {
            return GradeFinding(
                .reachesBeneath,
                """
                Your code uses `\(name)`, which tells how and where it is run. An attempt must not ask for that: it has to be right in \
                every run.
                """,
                try: "remove that call: no exercise needs the environment, the arguments, or the name of a thread.")
        }
        if let section = names.runsBeforeMain.first {
            return GradeFinding(
                .reachesBeneath,
                "Your code puts a function into the section `\(section)`, so that it runs before the program begins. An attempt must not do that.",
                try: "remove the attribute that names a section.")
        }
        return nil
    }

    /// Functions of C that tell a run in the explorer from another one: by the environment, the arguments,
    /// the names and the stacks of threads.
    private static let tellingWhere: Set<String> = [
        "getenv", "secure_getenv", "environ", "__environ", "_environ", "program_invocation_name", "program_invocation_short_name",
        "getauxval", "pthread_getname_np", "pthread_getattr_np", "pthread_attr_getstack", "pthread_attr_getstackaddr", "backtrace",
    ]

    private static func tellsWhereItRuns(_ name: String) -> Bool {
        if tellingWhere.contains(name) { return true }
        // Foundation's and Swift's own: the number of processors is allowed.
        if name.contains("11ProcessInfoC") {
            return ["11environment", "9arguments", "11processName", "17processIdentifier"].contains { name.contains($0) }
        }
        let isStackOfThread = name.contains("10Foundation6ThreadC") && name.contains("callStack")
        return isStackOfThread || name.hasPrefix("$ss11CommandLineO")
    }

    private static func isBeneath(_ name: String) -> Bool {
        // (The checks' module is not imported, so only a name that is written by hand can lead there.)
        reachingBeneath.contains(name) || name.contains("14ExerciseChecks") || name.hasPrefix("interleave_") || name.hasPrefix("il_")
    }
}

extension GradeFinding.Verdict {
    /// The attempt goes around the language, or around the checks.
    static let reachesBeneath = GradeFinding.Verdict("reachesBeneath")
    /// The attempt declares a name that the checks use.
    static let takesName = GradeFinding.Verdict("takesName")
}
