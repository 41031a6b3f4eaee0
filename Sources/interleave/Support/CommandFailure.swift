/// Why a command failed: what is wrong and where, and what to do next. The command line prints it
/// and exits with its code.
struct CommandFailure: Error, CustomStringConvertible {
    /// Exit codes, the same in every command; a promise to scripts.
    struct Code: RawRepresentable, Hashable, Sendable {
        var rawValue: Int32
        /// A check does not hold.
        static let doesNotHold = Code(rawValue: 1)
        /// Wrong usage, unreadable input.
        static let usage = Code(rawValue: 2)
        /// A budget was spent before anything was found.
        static let notFinished = Code(rawValue: 3)
        /// An error of interleave itself.
        static let ours = Code(rawValue: 70)
        /// Interrupted from the keyboard.
        static let interrupted = Code(rawValue: 130)
    }

    var code: Code
    var message: String
    var cure: String

    init(_ code: Code, _ message: String, cure: String = "") {
        self.code = code
        self.message = message
        self.cure = cure
    }

    var description: String { cure.isEmpty ? message : "\(message)\n\(cure)" }
}
