import Words
import Glibc

/// A pipe between the supervisor and an attempt. Both ends are closed with this value. Other
/// programs that are started meanwhile do not inherit them.
struct Pipe: ~Copyable {
    let readEnd: Int32
    let writeEnd: Int32
    private let isOpen: State

    /// The ends that this side still has to close.
    private final class State {
        var reads = true
        var writes = true
    }

    init() throws(ExplainedError) {
        var ends: [Int32] = [0, 0]
        guard Self.makePipe(&ends, O_CLOEXEC) == 0 else {
            throw ExplainedError(
                .noRoom, "Cannot create a pipe: \(String(cString: strerror(errno))).", cure: "End other programs, then try again.")
        }
        readEnd = ends[0]
        writeEnd = ends[1]
        isOpen = State()
    }

    deinit {
        if isOpen.reads { Glibc.close(readEnd) }
        if isOpen.writes { Glibc.close(writeEnd) }
    }

    borrowing func close() {
        closeWriting()
        if isOpen.reads { Glibc.close(readEnd) }
        isOpen.reads = false
    }

    borrowing func closeWriting() {
        if isOpen.writes { Glibc.close(writeEnd) }
        isOpen.writes = false
    }

    /// Writes a short text, which fits into a pipe without a reader.
    borrowing func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
    }

    borrowing func makeReadingNonblocking() { _ = fcntl(readEnd, F_SETFL, O_NONBLOCK) }

    /// Reads the available bytes; stops when `bytes` has grown to the limit.
    borrowing func read(into bytes: inout [UInt8], limit: Int) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = Glibc.read(readEnd, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer.prefix(count)
        }
    }

    // A GNU call, which the Glibc module leaves out: both ends are closed on exec from the first
    // instant.
    @_silgen_name("pipe2")
    private static func makePipe(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32
}
