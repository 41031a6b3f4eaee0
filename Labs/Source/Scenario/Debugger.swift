import Foundation

/// A debugger as small as can be: it attaches to the process that started it, pauses it, lets it run on, and goes when told to.
///
/// It has to be a process of its own, since nobody can debug himself: this program, started once more with an order in its environment.
public enum Debugger {
    private static let order = "LAB_SOURCE_DEBUGGER"

    // MARK: the app's side

    /// A debugger that has paused this process and let it run on, and is still attached.
    struct Attached {
        fileprivate let process: pid_t
        fileprivate let door: Int32
        /// Why the system did not let it attach; empty: it did.
        let refusal: String

        /// Sends the debugger away and waits until it has gone.
        func leave() {
            close(door)
            _ = waitForEnd(of: process)
        }
    }

    /// Starts a debugger, and returns when it has paused this process for so many milliseconds and let it run on.
    static func pausesUs(for pause: Int) throws -> Attached {
        _ = control(permitTracer, anyProcess, 0, 0, 0)
        let (door, report) = (try PipeEnds(), try PipeEnds())
        let process = try spawn("/proc/self/exe", [], input: door.reading, output: report.writing, environment: [order: String(pause)])
        close(door.reading)
        close(report.writing)
        defer { close(report.reading) }
        var text = [UInt8](repeating: 0, count: 200)
        var count: Int
        repeat { count = read(report.reading, &text, text.count) } while count < 0 && errno == EINTR
        guard count > 0 else { throw Surprise("The debugger ended without a word.") }
        let words = String(decoding: text.prefix(count), as: UTF8.self)
        return Attached(process: process, door: door.writing, refusal: words == attached ? "" : words)
    }

    /// The process that debugs this one, as the kernel tells; nil: none does.
    static var tracer: pid_t? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        guard let number = line?.split(separator: "\t").last.flatMap({ pid_t($0) }), number > 0 else { return nil }
        return number
    }

    // MARK: the debugger's side

    private static let attached = "attached"

    /// If this process was started to be a debugger, is one and ends; else does nothing.
    public static func serveIfOrdered() {
        guard let pause = getenv(order).flatMap({ Int(String(cString: $0)) }) else { return }
        let report = debug(getppid(), pause: pause)
        _ = report.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
        // Until the app closes the door. Then this process ends, and with it the kernel lets the app's threads go.
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR {}
        _exit(0)
    }

    /// Pauses every thread of the process, waits, and lets them run on.
    private static func debug(_ process: pid_t, pause: Int) -> String {
        let threads = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []).compactMap { pid_t($0) }
        for thread in threads where trace(seize, thread, 0, 0) != 0 && thread == process { return String(cString: strerror(errno)) }
        for thread in threads {
            _ = trace(interrupt, thread, 0, 0)
            var status: Int32 = 0
            waitpid(thread, &status, anyThread)
        }
        usleep(UInt32(pause) * 1000)
        for thread in threads { _ = trace(resume, thread, 0, 0) }
        return attached
    }

    // MARK: system calls that Swift does not import, because they take a variable number of arguments in C

    private static let trace = function("ptrace", as: (@convention(c) (Int32, pid_t, Int, Int) -> Int).self)
    private static let control = function("prctl", as: (@convention(c) (Int32, Int, Int, Int, Int) -> Int32).self)
    private static let (seize, interrupt, resume): (Int32, Int32, Int32) = (0x4206, 0x4207, 7)
    private static let anyThread = Int32(bitPattern: 0x4000_0000)
    /// Where only a parent may debug (Yama), a process can permit others.
    private static let (permitTracer, anyProcess): (Int32, Int) = (0x5961_6D61, -1)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
        unsafeBitCast(dlsym(nil, name), to: type)
    }
}
