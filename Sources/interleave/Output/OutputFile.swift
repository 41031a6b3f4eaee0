import Words
import Glibc
import System

/// A file for a command's result.
///
/// It has no name before it is complete. So a full disk or Ctrl-C leaves no half file, and a file that was there stays as it was. A pipe or
/// a device is written directly.
final class OutputFile {
    private let path: String
    private let stream: UnsafeMutablePointer<FILE>  // ours until `close`
    private var isOpen = true
    /// The file to replace, as the system knows it; nil: it is written directly.
    private let target: String?
    /// The name that it has in the meantime. On a file system without nameless files it has it from the beginning.
    private let part: String
    private let isNameless: Bool

    /// - Parameters:
    ///   - source: the input, which is never overwritten.
    ///   - kind: what a file must be to be replaced; nil: any file is.
    ///   - force: any other file can be replaced, too.
    init(_ path: String, unlessItIs source: String, replacing kind: ReplacedFile.Kind? = nil, force: Bool = false) throws(ExplainedError) {
        var one = stat(), other = stat()
        let exists = stat(path, &one) == 0
        if exists, stat(source, &other) == 0, one.st_dev == other.st_dev, one.st_ino == other.st_ino {
            throw ExplainedError(.usage, "\(path) is the input file.", cure: "Give another file with -o FILE.")
        }
        if let kind { try ReplacedFile.check(path, is: kind, option: "-o FILE", force: force) }
        self.path = path
        guard !exists || one.st_mode & S_IFMT == S_IFREG else {
            guard one.st_mode & S_IFMT != S_IFDIR, let stream = fopen(path, "we") else {
                throw Self.failure(path, one.st_mode & S_IFMT == S_IFDIR ? EISDIR : errno)
            }
            (self.stream, target, part, isNameless) = (stream, nil, "", false)
            return
        }
        if exists, access(path, W_OK) != 0 { throw Self.failure(path, errno) }
        // (The name can be a link: the file that it leads to is replaced.)
        let found = realpath(path, nil)
        defer { free(found) }
        let target = found.map { String(cString: $0) } ?? path
        part = "\(target).\(getpid()).part"
        let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        var file = open(folder, Self.nameless | O_WRONLY | O_CLOEXEC, 0o666)
        isNameless = file >= 0
        if file < 0 { file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666) }
        guard file >= 0, let stream = fdopen(file, "w") else { throw Self.failure(path, errno) }
        if exists { fchmod(file, one.st_mode & 0o7777) }
        (self.stream, self.target) = (stream, target)
    }

    /// O_TMPFILE, which is not imported: the folder is opened for a file without a name.
    private static let nameless = 0o20000000 | O_DIRECTORY

    func write(_ text: String) throws(ExplainedError) {
        var text = text
        let isWritten = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) == $0.count }
        guard isWritten else { throw Self.failure(path, errno) }
    }

    /// Completes the file, and gives it its name.
    func close() throws(ExplainedError) {
        var reason = fflush(stream) == 0 ? 0 : errno
        if reason == 0, target != nil, isNameless {
            unlink(part)
            if linkat(AT_FDCWD, "/proc/self/fd/\(fileno(stream))", AT_FDCWD, part, AT_SYMLINK_FOLLOW) != 0 { reason = errno }
        }
        isOpen = false
        if fclose(stream) != 0, reason == 0 { reason = errno }
        if reason == 0, let target, rename(part, target) != 0 { reason = errno }
        if reason == 0 { return }
        if target != nil { unlink(part) }
        throw Self.failure(path, reason)
    }

    deinit {
        guard isOpen else { return }
        fclose(stream)
        if target != nil, !isNameless { unlink(part) }
    }

    private static func failure(_ path: String, _ reason: Int32) -> ExplainedError {
        ExplainedError(
            .usage, "\(path) cannot be written: \(String(cString: strerror(reason))).",
            cure: "Give a file in a writable folder with enough space, with -o FILE.")
    }
}
