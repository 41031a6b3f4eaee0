import Words
import System
import FoundationEssentials
import Glibc

extension ExerciseFolder {
    /// The learner's text, after a reset.
    public enum Reset: Equatable, Sendable {
        /// The learner's text is kept in this file.
        case kept(path: String)
        /// The file had its original text already.
        case wasOriginal
        /// There was no file, so there is no attempt to keep.
        case wasMissing
    }

    /// Puts the original text back. The learner's text is kept under a name that no file has.
    ///
    /// The new text replaces the old one in one step, so that neither is lost when the disk is full.
    /// - Throws: `ExplainedError` if the learner's file cannot be read, or a file cannot be written. The
    ///   learner's file is then unchanged.
    public func reset() throws(ExplainedError) -> Reset {
        guard let original = FileManager.default.contents(atPath: starterPath) else {
            throw ExplainedError(.missing, "\(starterPath) is missing.", cure: "Get it again: git checkout -- \(starterPath)")
        }
        // An editor or the learner can have made it a link.
        let target = realpath(ownPath, nil)
        defer { free(target) }
        let path = target.map { String(cString: $0) } ?? ownPath
        var facts = stat()
        let text = try Self.contents(path)
        if text == original { return .wasOriginal }
        let kept = try text.map { text throws(ExplainedError) in Reset.kept(path: try keep(text)) }
        let mode = stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0o644
        let new = path + ".original-\(getpid())"
        guard FileManager.default.createFile(atPath: new, contents: original), chmod(new, mode) == 0, rename(new, path) == 0 else {
            let reason = errno
            unlink(new)
            throw Self.cannotWrite(path, reason)
        }
        return kept ?? .wasMissing
    }

    /// Makes the learner's file, as a copy of the starter, if there is none. Where that is not possible, it does nothing: the steps that need
    /// the file say why.
    public func makeOwnFile() {
        var facts = stat()
        // (A link that leads nowhere is the learner's, too.)
        guard lstat(ownPath, &facts) != 0, errno == ENOENT, let text = FileManager.default.contents(atPath: starterPath) else { return }
        if exercise.learnerFolder != nil {
            try? FileManager.default.createDirectory(atPath: ownFolder, withIntermediateDirectories: true)
        }
        // Never an existing file, even if another process makes one at the same time.
        let file = open(ownPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        if text.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) != text.count { unlink(ownPath) }
    }

    /// The bytes of the learner's file; nil if there is none.
    /// - Throws: `ExplainedError` for a file that cannot be read: it could hold an attempt.
    private static func contents(_ path: String) throws(ExplainedError) -> Data? {
        func failure(_ reason: String) -> ExplainedError {
            ExplainedError(
                .unreadable, "\(path) cannot be read: \(reason). It could be an attempt, so it is unchanged.",
                cure: "Make it readable (chmod u+r), or give it another name. Then reset again.")
        }
        // (The opening of a pipe would wait for its writer.)
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else { throw failure(String(cString: strerror(errno))) }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw failure("it is not a file") }
        var bytes = Data(), buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer.prefix(count))
        }
    }

    /// The folder for texts that were put aside.
    private var aside: String { "\(Progress.folder(learnerFolder))/attempts" }

    private func keep(_ text: Data) throws(ExplainedError) -> String {
        try? FileManager.default.createDirectory(atPath: aside, withIntermediateDirectories: true)
        var number = 1
        while true {
            let path = "\(aside)/\(exercise.name)-\(number).swift"
            // Never an existing file, even if another process makes one at the same time.
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if file < 0, errno == EEXIST {
                number += 1
                continue
            }
            guard file >= 0 else { throw Self.cannotWrite(path, errno) }
            defer { close(file) }
            var reason = text.withUnsafeBytes { writeAll($0, to: file) }
            if reason == 0, fsync(file) != 0 { reason = errno }
            if reason == 0 { return path }
            unlink(path)
            throw Self.cannotWrite(path, reason)
        }
    }

    private static func cannotWrite(_ path: String, _ reason: Int32) -> ExplainedError {
        ExplainedError(
            .noRoom, "\(path) cannot be written: \(String(cString: strerror(reason))). Your file is unchanged.",
            cure: "Look whether that disk has space, and whether you can write there. Then reset again.")
    }
}
