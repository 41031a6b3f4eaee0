import Explorer
import Glibc

/// Stores an execution's output, up to the size of a pipe. More output is lost, and the program is
/// never blocked by it.
final class Capture {
    private var pipe: [Int32] = [-1, -1]
    private var nothing: Int32 = -1

    func begin() {
        fflush(nil)
        guard Glibc.pipe(&pipe) == 0 else { return }
        for end in pipe { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        dup2(pipe[1], STDOUT_FILENO)
        dup2(pipe[1], STDERR_FILENO)
    }

    func end() -> String {
        guard pipe[0] >= 0 else { return "" }
        fflush(nil)
        nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, STDOUT_FILENO)
        dup2(nothing, STDERR_FILENO)
        close(nothing)
        close(pipe[1])
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 16 {
            let count = read(pipe[0], &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        close(pipe[0])
        pipe = [-1, -1]
        return CapturedOutput.withoutStack(String(decoding: bytes, as: UTF8.self))
    }
}
