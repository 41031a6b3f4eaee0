import Words
import Glibc
import System

/// A file for a command's result.
struct OutputFile {
    private let path: String
    private let stream: UnsafeMutablePointer<FILE>  // ours until `close`

    /// - Parameters:
    ///   - source: the input, which is never overwritten.
    ///   - kind: what a file must be to be replaced; nil: any file is.
    ///   - force: any other file can be replaced, too.
    init(_ path: String, unlessItIs source: String, replacing kind: ReplacedFile.Kind? = nil, force: Bool = false) throws(ExplainedError) {
        var one = stat(), other = stat()
        if stat(path, &one) == 0, stat(source, &other) == 0, one.st_dev == other.st_dev, one.st_ino == other.st_ino {
            throw ExplainedError(.usage, "\(path) is the input file.", cure: "Give another file with -o FILE.")
        }
        if let kind { try ReplacedFile.check(path, is: kind, option: "-o FILE", force: force) }
        guard let stream = fopen(path, "w") else { throw Self.failure(path, errno) }
        self.path = path
        self.stream = stream
    }

    func write(_ text: String) throws(ExplainedError) {
        guard fputs(text, stream) >= 0 else { throw Self.failure(path, errno) }
    }

    func close() throws(ExplainedError) {
        guard fclose(stream) == 0 else { throw Self.failure(path, errno) }
    }

    private static func failure(_ path: String, _ reason: Int32) -> ExplainedError {
        ExplainedError(
            .usage, "\(path) cannot be written: \(String(cString: strerror(reason))).",
            cure: "Give a file in a writable folder with enough space, with -o FILE.")
    }
}
