import Glibc

/// A file that a command is asked to write, and that may be there already: what is not the product's own is not lost.
public struct ReplacedFile: Sendable {
    /// A kind of file that the product writes, and replaces without a question.
    public enum Kind: Sendable {
        case trace
        /// Lines of fields, as `export --format text` writes them.
        case exportedText

        var words: String {
            switch self {
            case .trace: "a trace"
            case .exportedText: "an exported trace"
            }
        }

        /// How such a file begins.
        var start: [UInt8] {
            switch self {
            case .trace: Array("INTRLEAV".utf8)
            case .exportedText: Array("# trace\t".utf8)
            }
        }
    }

    /// The reason, and the advice.
    public struct Refusal: Error, Equatable, Sendable {
        public let message: String
        public let cure: String
    }

    /// Refuses to replace a file with contents of another kind. No file and an empty one can be replaced.
    /// - Parameter option: the option that names the file: "-o FILE".
    public static func check(_ name: String, is kind: Kind, option: String, force: Bool) throws(Refusal) {
        var found = stat()
        guard !force, stat(name, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size > 0, !begins(name, kind.start) else {
            return
        }
        throw Refusal(
            message: "\(name) is not \(kind.words). It would be overwritten, and its contents would be lost.",
            cure: "Give another file, with \(option). To replace this one, add --force.")
    }

    /// Whether a file begins with these bytes. One that cannot be read does not.
    private static func begins(_ name: String, _ start: [UInt8]) -> Bool {
        let file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: start.count)
        return read(file, &bytes, bytes.count) == bytes.count && bytes == start
    }
}
