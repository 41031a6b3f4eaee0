import Glibc

/// A small file that several processes change, one after the other, while others read it.
public struct SharedFile: Sendable {
    public let path: String
    public var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    public init(_ path: String) { self.path = path }

    /// Calls a function while this process holds the lock of the file's folder, so that changes of two processes lose nothing of each other's.
    ///
    /// The lock is held for an instant. A process that was stopped in that instant must not stop others. So after some seconds the function is
    /// called without the lock.
    public func whileLocked<Result>(patience: Duration, _ body: () throws -> Result) rethrows -> Result {
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if lock >= 0 { close(lock) } }
        var left = Int(patience / .milliseconds(10))
        while lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, left > 0 {
            usleep(10_000)
            left -= 1
        }
        return try body()
    }

    /// Replaces the contents in one step: a reader finds the old bytes or the new ones, also after a crash.
    /// - Parameter mode: the rights of the new file.
    /// - Returns: the number of the error; 0: the file has the new bytes.
    public func replace(with bytes: some Sequence<UInt8>, mode: mode_t = 0o600) -> Int32 {
        let new = "\(path).\(getpid())"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard file >= 0 else { return errno }
        var error = Array(bytes).withUnsafeBytes { writeAll($0, to: file) }
        if error == 0, fsync(file) != 0 { error = errno }
        close(file)
        if error == 0, rename(new, path) != 0 { error = errno }
        if error != 0 { unlink(new) }
        return error
    }
}

/// Writes all bytes, however many calls of the system that takes.
/// - Returns: the number of the error; 0: all are written.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
        let count = write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
        if count > 0 { done += count } else if count == 0 { return EIO } else if errno != EINTR, errno != EAGAIN { return errno }
    }
    return 0
}
