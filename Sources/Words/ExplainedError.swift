/// An error as a person needs it: what is wrong, where, and what to do next. All rooms throw this one type, and a command prints
/// it as it is.
public struct ExplainedError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error, for programs. Open: each room adds its own kinds in an extension.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public var code: Code
    /// The problem, in whole sentences.
    public var message: String
    /// The file in which it is wrong, if the message does not name it.
    public var path: String?
    /// The offset in that file, in bytes.
    public var byte: Int?
    /// The next thing to do, in whole sentences; empty if nothing can be done.
    public var cure: String
    /// The exit code of a command that ends with this error.
    public var exitCode: Int32

    /// - Parameter exitCode: nil: that of the code.
    public init(
        _ code: Code, _ message: String, byte: Int? = nil, cure: String = "", path: String? = nil, exitCode: Int32? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.byte = byte
        self.cure = cure
        self.exitCode = exitCode ?? code.exitCode
    }

    /// The error in one line or more, the cure last.
    public var description: String { place + message + (cure.isEmpty ? "" : "\n\(cure)") }

    private var place: String { path.map { "\($0): " } ?? "" }
}

extension ExplainedError.Code {
    /// A check does not hold.
    public static let doesNotHold = Self(rawValue: "doesNotHold")
    /// Wrong options, or an input that cannot be used.
    public static let usage = Self(rawValue: "usage")
    /// A budget was spent before anything was found.
    public static let notFinished = Self(rawValue: "notFinished")
    /// An error of the product itself.
    public static let ours = Self(rawValue: "ours")
    /// The user pressed Ctrl-C.
    public static let interrupted = Self(rawValue: "interrupted")

    /// There is no such file or program.
    public static let notFound = Self(rawValue: "notFound")
    /// The system refuses to read a file, or its contents cannot be used.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The system refuses to write a file.
    public static let unwritable = Self(rawValue: "unwritable")
    /// The disk is full.
    public static let noRoom = Self(rawValue: "noRoom")
    /// A program could not be started.
    public static let cannotStart = Self(rawValue: "cannotStart")
    /// A program of the package was not built, and cannot be built.
    public static let notBuilt = Self(rawValue: "notBuilt")

    /// The exit code of a command that ends with such an error.
    public var exitCode: Int32 {
        switch self {
        case .doesNotHold: ExitStatus.doesNotHold
        case .notFinished: ExitStatus.notFinished
        case .ours: ExitStatus.ours
        case .interrupted: ExitStatus.interrupted
        default: ExitStatus.usage
        }
    }
}

/// The exit codes that all commands and labs use; a promise to scripts.
public enum ExitStatus {
    public static let holds: Int32 = 0
    /// A check does not hold.
    public static let doesNotHold: Int32 = 1
    /// Wrong options, or an input that cannot be used.
    public static let usage: Int32 = 2
    /// A budget was spent before anything was found.
    public static let notFinished: Int32 = 3
    /// An error of the product itself.
    public static let ours: Int32 = 70
    /// Interrupted from the keyboard.
    public static let interrupted: Int32 = 130
    /// Used only between the processes of a lab: the scenario's process could not write its report,
    /// because the disk is full.
    public static let noRoom: Int32 = 74
}
