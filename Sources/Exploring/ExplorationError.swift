import Explorer

/// Why an exploration came to nothing: what is wrong and where, and what to do next.
public struct ExplorationError: Error, Sendable, CustomStringConvertible {
    /// What went wrong, for programs to tell apart.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A file cannot be read, or there is no room for what is made of it.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The files do not compile, or have no function to begin with.
        public static let notCompiled = Code(rawValue: "notCompiled")
        /// The program does something that cannot be explored.
        public static let notExplorable = Code(rawValue: "notExplorable")
        /// A token is none, or is not one for this program.
        public static let wrongToken = Code(rawValue: "wrongToken")
        /// A task works without end, and nothing was found before.
        public static let notFinished = Code(rawValue: "notFinished")
        /// Somebody pressed Ctrl-C before anything was known.
        public static let interrupted = Code(rawValue: "interrupted")
    }

    public var code: Code
    public var message: String
    public var cure: String
    /// How many data races were known by then.
    var races = 0

    /// The exit code that says so to scripts, as all commands use them.
    public var exitCode: Int32 {
        switch code {
        case .notFinished: 3
        case .interrupted: 130
        default: 2
        }
    }

    public var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }

    /// Somebody pressed Ctrl-C.
    public static var interrupted: ExplorationError { ExplorationError(.interrupted, "Interrupted before anything was known.") }

    init(_ code: Code, _ message: String, cure: String = "") {
        self.code = code
        self.message = message
        self.cure = cure
    }
}

extension ExplorationError {
    /// Why nothing more is known, in words.
    init(_ refusal: ExplorationReport.Refusal, in name: String, place: (UInt) -> String?) {
        func at(_ address: UInt) -> String { place(address) ?? name }
        switch refusal {
        case .notModelled(let call, let address) where call.hasPrefix("more than"):
            self.init(
                .notExplorable, "\(at(address)): \(call) in one execution cannot be explored.",
                cure: "Let the scenario do the same with two or three: what goes wrong with many goes wrong with few.")
        case .notModelled(let call, let address):
            self.init(
                .notExplorable, "\(at(address)): \(call) cannot be explored: what it does is not known to the explorer.",
                cure: "Leave it out of the scenario, or do the same with threads, locks, queues, groups or semaphores.")
        case .noStep(let address, _, _):
            self.init(
                .notFinished,
                "\(at(address)): a task has worked for 5 seconds without a step that another task could notice. It may never end.",
                cure:
                    "Look for a loop that never ends, or that waits by reading a variable again and again. If the loop does end, let the scenario do less."
            )
        case .notRepeatable:
            self.init(
                .notExplorable, "\(name) goes another way when the same choices are made again.",
                cure:
                    "It depends on something beside its schedule: addresses (the order of a set of ObjectIdentifier does), a file, or memory that outlives an execution."
            )
        case .lost(let words): self.init(.notExplorable, words)
        case .pathNotMet:
            self.init(
                .wrongToken, "The token's schedule does not fit \(name) as it was compiled here.",
                cure: "Another compiler or version may have made it: explore again for a new token.")
        }
    }

    /// Why a token cannot be replayed.
    /// - Parameter command: what prints tokens that can be.
    init(_ refusal: ScheduleToken.Refusal, _ token: String, of name: String, command: String) {
        switch refusal {
        case .unreadable:
            self.init(.wrongToken, "\(token) is no token, or was not copied whole.", cure: "Copy it from what `\(command)` prints.")
        case .otherVersion(let version):
            self.init(
                .wrongToken,
                "The token was made by another version of interleave (its tokens have version \(version), ours \(ScheduleToken.version)).",
                cure: "Explore again: \(command)")
        case .otherFile:
            self.init(
                .wrongToken, "The token speaks of another file or function than \(name), or of this one as it was before a change.",
                cure: "Explore again: \(command)")
        }
    }
}
