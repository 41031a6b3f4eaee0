import Foundation

/// A very small debugger. It attaches to the process that started it, pauses it, continues it, and
/// detaches when it is told to.
///
/// A process cannot debug itself. So the debugger is this program, started once more with an order
/// in its environment.
public struct Debugger {
    private static let order = "LAB_SOURCE_DEBUGGER"
    private static let (ready, attached) = ("ready", "attached")

    // MARK: the app's side

    private let process: pid_t
    private let orders: Int32
    private let reports: Int32

    /// Starts a debugger that will pause this process for `pause` milliseconds. It waits for the
    /// order to begin.
    static func start(pausing pause: Int) throws -> Debugger {
        _ = control(permitTracer, anyProcess, 0, 0, 0)
        let (orders, reports) = (try PipeEnds(), try PipeEnds())
        let process = try spawn("/proc/self/exe", [], input: orders.reading, output: reports.writing, environment: [order: String(pause)])
        close(orders.reading)
        close(reports.writing)
        let debugger = Debugger(process: process, orders: orders.writing, reports: reports.reading)
        guard try debugger.nextReport() == ready else { throw Surprise("The debugger did not report that it is ready.") }
        return debugger
    }

    /// Gives the order to begin. Returns when the debugger has paused and continued this process;
    /// it is still attached then. If it must not attach, returns the reason.
    func pausesUs() throws -> String? {
        write(orders, "\n", 1)
        let report = try nextReport()
        return report == Debugger.attached ? nil : report
    }

    /// Detaches the debugger and waits until it has gone.
    func leave() {
        close(orders)
        close(reports)
        _ = waitForEnd(of: process)
    }

    private func nextReport() throws -> String {
        var text = [UInt8](repeating: 0, count: 200)
        var count: Int
        repeat { count = read(reports, &text, text.count) } while count < 0 && errno == EINTR
        guard count > 0 else { throw Surprise("The debugger ended without a report.") }
        return String(decoding: text.prefix(count), as: UTF8.self)
    }

    /// The process that debugs this one, according to the kernel; nil if there is none.
    static var tracer: pid_t? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        guard let number = line?.split(separator: "\t").last.flatMap({ pid_t($0) }), number > 0 else { return nil }
        return number
    }

    // MARK: the debugger's side

    /// If this process was started as the debugger, does that work and ends the process. Otherwise
    /// does nothing.
    public static func serveIfOrdered() {
        guard let pause = getenv(order).flatMap({ Int(String(cString: $0)) }) else { return }
        report(ready)
        waitForOrder()
        report(debug(getppid(), pause: pause))
        // Blocks until the app closes the pipe. Then this process ends, and the kernel detaches it
        // from the app's threads.
        waitForOrder()
        _exit(0)
    }

    private static func report(_ words: String) {
        _ = words.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    }

    private static func waitForOrder() {
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR {}
    }

    /// Pauses every thread of the process, waits, and continues them.
    private static func debug(_ process: pid_t, pause: Int) -> String {
        var paused: Set<pid_t> = []
        // A running thread can start another one, so repeat until there is no new thread.
        while true {
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
            let new = Set(threads.compactMap { pid_t($0) }).subtracting(paused)
            if new.isEmpty { break }
            for thread in new {
                if trace(seize, thread, 0, 0) != 0 && errno != ESRCH { return String(cString: strerror(errno)) }
                _ = trace(interrupt, thread, 0, 0)
                waitpid(thread, nil, anyThread)
                paused.insert(thread)
            }
        }
        Thread.sleep(forTimeInterval: Double(pause) / 1000)
        for thread in paused { _ = trace(resume, thread, 0, 0) }
        return attached
    }

    // MARK: system calls that Swift does not import, because they have a variable number of
    // arguments in C

    private static let trace = function("ptrace", as: (@convention(c) (Int32, pid_t, Int, Int) -> Int).self)
    private static let control = function("prctl", as: (@convention(c) (Int32, Int, Int, Int, Int) -> Int32).self)
    private static let (seize, interrupt, resume): (Int32, Int32, Int32) = (0x4206, 0x4207, 7)
    private static let anyThread = Int32(bitPattern: 0x4000_0000)
    /// If only a parent can debug its child (Yama), a process can permit other debuggers.
    private static let (permitTracer, anyProcess): (Int32, Int) = (0x5961_6D61, -1)

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function {
        unsafeBitCast(dlsym(nil, name), to: type)
    }
}
