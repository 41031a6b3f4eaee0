import Glibc
import Words

/// A file that a command is asked to write, and that may be there already: what is not the product's own is not lost.
public struct ReplacedFile: Sendable {
    /// A kind of file that the product writes, and replaces without a question.
    public struct Kind: Sendable {
        /// "a trace".
        let words: String
        /// Whether a file that begins in this way is one. It gets the first 256 bytes.
        let isIt: @Sendable ([UInt8]) -> Bool

        public init(_ words: String, recognizedBy isIt: @escaping @Sendable ([UInt8]) -> Bool) {
            self.words = words
            self.isIt = isIt
        }

        /// Files that all begin with the same text.
        public init(_ words: String, beginningWith start: String) { self.init(words) { $0.starts(with: start.utf8) } }

        public static let trace = Kind("a trace", beginningWith: "INTRLEAV")
        /// Lines of fields, as `export --format text` writes them.
        public static let exportedText = Kind("an exported trace", beginningWith: "# trace\t")
    }

    /// Refuses to replace a file with contents of another kind. No file and an empty one can be replaced.
    /// - Parameter option: the option that names the file: "-o FILE".
    public static func check(_ name: String, is kind: Kind, option: String, force: Bool) throws(ExplainedError) {
        var found = stat()
        guard !force, stat(name, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_size > 0, !kind.isIt(start(of: name)) else {
            return
        }
        throw ExplainedError(
            .usage, "\(name) is not \(kind.words). It would be overwritten, and its contents would be lost.",
            cure: "Give another file, with \(option). To replace this one, add --force.")
    }

    /// The first bytes of a file; none of one that cannot be read.
    private static func start(of name: String) -> [UInt8] {
        let file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
