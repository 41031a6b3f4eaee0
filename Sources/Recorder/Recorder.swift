import CInterposition
import Trace

/// Writes down what this process does while it does it.
public enum Recorder {
    /// What to record into.
    public struct Options: Sendable {
        /// Path of the trace file; an existing one is replaced.
        public var file: String
        /// Most bytes the file may take, from 1 MiB up; when they are used, the oldest records give way and are counted.
        public var bufferSize: Int
        public init(file: String, bufferSize: Int = 64 << 20) {
            self.file = file
            self.bufferSize = bufferSize
        }
    }

    /// Starts recording into a new file.
    public static func start(_ options: Options) throws {
    }

    /// Ends recording and trims the file; it can be read from now on.
    public static func stop() {
    }

    /// Writes a remark into the trace at this instant.
    public static func note(_ text: String) {
    }
}
