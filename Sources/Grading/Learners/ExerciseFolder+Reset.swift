import FoundationEssentials
import Glibc

extension ExerciseFolder {
    /// Puts the original text back. The learner's text is kept under a name that no file has.
    ///
    /// The new text replaces the old one in one step, so that neither is lost when the disk is full.
    /// - Returns: the path of the kept text; nil if it was the original one, or if there was none.
    /// - Throws: `GradingError` if a file cannot be written. The learner's file is then unchanged.
    public func reset() throws(GradingError) -> String? {
        guard let original = FileManager.default.contents(atPath: starterPath) else {
            throw GradingError(.missing, "\(starterPath) is missing.", try: "Get it again: git checkout -- \(starterPath)")
        }
        // An editor or the learner can have made it a link.
        let target = realpath(ownPath, nil)
        defer { free(target) }
        let path = target.map { String(cString: $0) } ?? ownPath
        let text = FileManager.default.contents(atPath: path)
        if text == original { return nil }
        let kept = try text.map { text throws(GradingError) in try keep(text) }
        var facts = stat()
        let mode = stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0o644
        let new = path + ".original-\(getpid())"
        guard FileManager.default.createFile(atPath: new, contents: original), chmod(new, mode) == 0, rename(new, path) == 0 else {
            let reason = errno
            unlink(new)
            throw Self.cannotWrite(path, reason)
        }
        return kept
    }

    /// The folder for texts that were put aside.
    private var aside: String { "\(Progress.folder(package))/attempts" }

    private func keep(_ text: Data) throws(GradingError) -> String {
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
            let count = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count == text.count, fsync(file) == 0 else {
                let reason = count >= 0 && count < text.count ? ENOSPC : errno
                unlink(path)
                throw Self.cannotWrite(path, reason)
            }
            return path
        }
    }

    private static func cannotWrite(_ path: String, _ reason: Int32) -> GradingError {
        GradingError(
            .noRoom, "\(path) cannot be written: \(String(cString: strerror(reason))). Your file is unchanged.",
            try: "Look whether that disk has space, and whether you can write there. Then reset again.")
    }
}
