import Foundation

/// A debugger as small as can be: it attaches to the process that started it, pauses it, lets it run on, and goes when told to.
///
/// It has to be a process of its own, since nobody can debug himself: this program, started once more with an order in its environment.
public struct Debugger {
    private static let order = "LAB_SOURCE_DEBUGGER"
    private static let (ready, attached) = ("ready", "attached")

    // MARK: the app's side

    private let process: pid_t
    private let orders: Int32
    private let reports: Int32

    /// Starts a debugger that is to pause this process for so many milliseconds; it waits for the word.
    static func start(pausing pause: Int) throws -> Debugger {
        _ = control(permitTracer, anyProcess, 0, 0, 0)
        let (orders, reports) = (try PipeEnds(), try PipeEnds())
        let process = try spawn("/proc/self/exe", [], input: orders.reading, output: reports.writing, environment: [order: String(pause)])
        close(orders.reading)
        close(reports.writing)
        let debugger = Debugger(process: process, orders: orders.writing, reports: reports.reading)
        guard try debugger.nextReport() == ready else { throw Surprise("The debugger said something else than that it is ready.") }
        return debugger
    }

    /// Now! Returns when the debugger has paused this process and let it run on; it is still attached then. Else: why it may not attach.
    func pausesUs() throws -> String? {
        write(orders, "\n", 1)
        let report = try nextReport()
        return report == Debugger.attached ? nil : report
    }

    /// Sends the debugger away and waits until it has gone.
    func leave() {
        close(orders)
        close(reports)
        _ = waitForEnd(of: process)
    }

    private func nextReport() throws -> String {
        var text = [UInt8](repeating: 0, count: 200)
        var count: Int
        repeat { count = read(reports, &text, text.count) } while count < 0 && errno == EINTR
        guard count > 0 else { throw Surprise("The debugger ended without a word.") }
        return String(decoding: text.prefix(count), as: UTF8.self)
    }

    /// The process that debugs this one, as the kernel tells; nil: none does.
    static var tracer: pid_t? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
        let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        guard let number = line?.split(separator: "\t").last.flatMap({ pid_t($0) }), number > 0 else { return nil }
        return number
    }

    // MARK: the debugger's side

    /// If this process was started to be a debugger, is one and ends; else does nothing.
    public static func serveIfOrdered() {
        guard let pause = getenv(order).flatMap({ Int(String(cString: $0)) }) else { return }
        report(ready)
        waitForOrder()
        report(debug(getppid(), pause: pause))
        // Until the app closes the pipe. Then this process ends, and with it the kernel lets the app's threads go.
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

    /// Pauses every thread of the process, waits, and lets them run on.
    private static func debug(_ process: pid_t, pause: Int) -> String {
        var paused: Set<pid_t> = []
        // A thread that still runs may start another one: look again until none is new.
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
