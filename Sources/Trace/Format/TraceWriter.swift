import Glibc
import Words

/// Writes the bytes of traces.
public enum TraceWriter {
    /// Writes a whole trace; an existing file is replaced.
    /// - Throws: `ExplainedError` if the file cannot be written.
    public static func write(_ bytes: [UInt8], to path: String) throws(ExplainedError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw refusal(path, errno) }
        defer { close(descriptor) }
        guard write(bytes, to: descriptor, at: 0) else { throw refusal(path, errno) }
    }

    /// Writes bytes at a place of an open file. Returns whether all are written; else `errno` has the reason.
    static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = pwrite(descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset + done))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { return false }
                done += count
            }
            return true
        }
    }

    private static func refusal(_ path: String, _ number: Int32) -> ExplainedError {
        ExplainedError(
            .unwritable, "The trace cannot be written: \(String(cString: strerror(number))).",
            cure: "Name a file in a folder that you can write to.", path: path)
    }
}
