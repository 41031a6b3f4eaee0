import Explorer
import System
import Words

extension ExplainedError.Code {
    /// The files do not compile, or have no entry function.
    public static let notCompiled = Self(rawValue: "notCompiled")
    /// The program does something that cannot be explored.
    public static let notExplorable = Self(rawValue: "notExplorable")
    /// A token is not valid, or belongs to another program.
    public static let wrongToken = Self(rawValue: "wrongToken")
}

extension ExplainedError {
    /// The user pressed Ctrl-C.
    public static var interrupted: Self { Self(.interrupted, "Interrupted before there was any result.") }
}

extension ExplainedError {
    /// Why there is no further result, in words.
    init(_ refusal: ExplorationReport.Refusal, in name: String, place: (UInt) -> String?) {
        func at(_ address: UInt) -> String { place(address) ?? name }
        switch refusal {
        case .notModelled(let call, let address) where call.hasPrefix("more than"):
            self.init(
                .notExplorable, "\(at(address)): \(call) in one execution cannot be explored.",
                cure: "Let the scenario do the same with two or three. A bug that appears with many usually also appears with few.")
        case .notModelled(let hook, let address) where hook.hasSuffix("_hook"):
            self.init(
                .notExplorable, "\(at(address)): a program that sets \(hook) cannot be explored: it decides itself where its tasks run.",
                cure: "Leave the hook out. The explorer runs the tasks in every order, one at a time.")
        case .notModelled(let call, let address):
            self.init(
                .notExplorable, "\(at(address)): \(call) cannot be explored: the explorer does not model this call.",
                cure: "Leave it out of the scenario, or do the same with threads, locks, queues, groups or semaphores.")
        case .runtimeNotKnown(let function, let address):
            self.init(
                .notExplorable,
                "\(at(address)): this Swift task cannot be explored with \(Toolchain().map { "Swift \($0.version)" } ?? "this Swift toolchain"). The explorer cannot watch \(function) in the runtime of this toolchain.",
                cure: """
                    Threads, locks, queues, groups, semaphores and operations can be explored with this toolchain, and every program can be traced. \
                    For tasks and actors, use a Swift toolchain from https://www.swift.org/install/linux.
                    """)
        case .noStep(let address, _, _):
            self.init(
                .notFinished,
                "\(at(address)): a thread has run for 5 seconds without a step that another thread can observe. Perhaps it never ends.",
                cure:
                    "Look for a loop that never ends, or that spins (busy-waits) on a variable. If the loop does end, make the scenario smaller."
            )
        case .notRepeatable:
            self.init(
                .notExplorable, "\(name) behaves differently under the same schedule, so it cannot be explored.",
                cure:
                    "It depends on something other than the schedule: memory addresses, a file, or memory that outlives an execution. For example, the order of a set of ObjectIdentifier depends on addresses."
            )
        case .lost(let words): self.init(.notExplorable, words)
        case .pathNotMet:
            self.init(
                .wrongToken, "The token's schedule does not match \(name) as it was compiled here.",
                cure:
                    "Perhaps the token was made with another compiler or another version. Get a new token from the command that printed it."
            )
        }
    }

    /// Why a token cannot be replayed.
    /// - Parameter command: the command that prints valid tokens.
    init(_ refusal: ScheduleToken.Refusal, _ token: String, of name: String, command: String) {
        switch refusal {
        case .unreadable:
            self.init(
                .wrongToken, "\(token) is not a valid token, or was not copied completely.",
                cure: "Copy it from the output of `\(command)`.")
        case .otherVersion(let version):
            self.init(
                .wrongToken,
                "The token was made by another version of interleave (the token has version \(version), this one makes version \(ScheduleToken.version)).",
                cure: "Get a new one: \(command)")
        case .otherFile:
            self.init(
                .wrongToken, "The token is for another file or function than \(name), or for an earlier version of it.",
                cure: "Get a new one: \(command)")
        }
    }
}
