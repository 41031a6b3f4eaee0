import CInterposition
import Glibc
import Words

/// Records the calls of this process while it runs: the real libdispatch on real threads.
public enum Recorder {
    /// The file to record into.
    public struct Options: Sendable {
        /// Path of the trace file; an existing one is replaced.
        public var file: String
        /// Most bytes the file may take, from 1 MiB up; when they are used, the oldest records are
        /// replaced and counted.
        public var bufferSize: Int

        public init(file: String, bufferSize: Int = 64 << 20) {
            self.file = file
            self.bufferSize = bufferSize
        }
    }

    /// Starts recording into a new file.
    ///
    /// Throws `ExplainedError` when the file cannot be made, the size is out of range, or this process is recorded already.
    public static func start(_ options: Options) throws(ExplainedError) {
        guard options.bufferSize >= 1 << 20 else { throw .bufferTooSmall(options.bufferSize) }
        let code = interleave_start(options.file, UInt64(options.bufferSize))
        if code != 0 { throw .cannotRecord(into: options.file, errno: code) }
    }

    /// Ends recording and trims the file; it can be read from now on.
    public static func stop() {
        interleave_stop()
    }

    /// Whether this process is being recorded by `start`.
    public static var isRecording: Bool { interleave_is_recording() }

    /// Starts or stops the recording of another process, which was started so that it takes orders.
    /// - Parameters:
    ///   - records: whether it records from now on.
    ///   - file: the file that it records into.
    ///
    /// Throws `ExplainedError` when the process takes no orders, or does not answer.
    public static func order(_ records: Bool, file: String, process: Int32) throws(ExplainedError) {
        let code = interleave_order(file, records)
        if code != 0 { throw .noOrder(process, file, errno: code) }
    }

    /// Writes a remark into the trace at this instant.
    public static func note(_ text: String) {
        interleave_note(text)
    }

    /// Writes `count` records into the running recording; nanoseconds it took, 0 when nothing is recorded.
    public static func nanosecondsToWrite(records count: Int) -> UInt64 {
        interleave_bench_records(UInt64(count))
    }

    /// Reads the clock and stores the bytes of a record `count` times, without anything else that makes a recording; nanoseconds it took.
    ///
    /// This is the floor of this machine, with which `nanosecondsToWrite` can be compared. Valid once a recording was started.
    public static func nanosecondsToStoreBare(records count: Int) -> UInt64 {
        interleave_bench_floor(UInt64(count))
    }
}

extension ExplainedError.Code {
    public static let bufferTooSmall = Self(rawValue: "bufferTooSmall")
    public static let alreadyRecorded = Self(rawValue: "alreadyRecorded")
}

extension ExplainedError {
    static func bufferTooSmall(_ size: Int) -> ExplainedError {
        ExplainedError(.bufferTooSmall, "A buffer of \(size) bytes is too small.", cure: "Give at least 1 MiB (1048576).")
    }

    static func noOrder(_ process: Int32, _ file: String, errno code: Int32) -> ExplainedError {
        switch code {
        case ENOTSUP:
            ExplainedError(
                .unwritable, "The recording of process \(process) cannot be stopped or started.",
                cure: "Start the program with `interleave trace --control` or `--paused`. A snapshot needs neither.")
        case ETIMEDOUT:
            ExplainedError(
                .unwritable, "Process \(process) does not answer: it is stopped, or it has ended.",
                cure: "Continue it (`kill -CONT \(process)`), and try again.")
        default: .cannotRecord(into: file, errno: code)
        }
    }

    static func cannotRecord(into file: String, errno code: Int32) -> ExplainedError {
        switch code {
        case EBUSY:
            ExplainedError(
                .alreadyRecorded, "This process is already being recorded.", cure: "Stop that recording first.")
        case ENOSPC, EDQUOT:
            ExplainedError(
                .noRoom, "There is no room on disk for the trace \(file).",
                cure: "Free at least 1 MiB there, or name a file on another disk.")
        default:
            ExplainedError(
                .unwritable, "The trace \(file) cannot be written: \(String(cString: strerror(code))).",
                cure: "Name a file in a folder that you can write to.")
        }
    }
}
