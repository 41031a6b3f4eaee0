import Foundation
import Synchronization

/// A thread that calls the attempt's code, and is watched from outside meanwhile.
///
/// What is to be known is whether a call waits, and for that a clock is a bad judge: on a busy machine a call that need not wait may take
/// long too. The kernel knows. A thread that sleeps and has not been switched to for several looks in a row waits for somebody; one that only
/// has not had its turn yet is not asleep but ready to run.
public final class Caller: Sendable {
    /// What a call has come to.
    public enum Standing: String, Codable, Sendable {
        /// It is over.
        case returned
        /// It waits, asleep, and costs nothing.
        case asleep
        /// It neither returns nor sleeps: it looks again and again whether it may go on.
        case restless
    }

    /// Longest that anything in a check waits for a thing that happens within microseconds in code that is right.
    public static let limit = Duration.seconds(2)

    private let thread = Atomic<Int>(0)
    private let returned = Occurrence()
    private let begun = Occurrence()

    /// Starts a thread of this name that calls `body`.
    public init(_ name: String, _ body: @escaping @Sendable (Caller) -> Void) {
        Thread.detachNewThread { [self] in
            Thread.current.name = name
            thread.store(Int(Caller.currentThread()), ordering: .releasing)
            begun.happen()
            body(self)
            returned.happen()
        }
        begun.wait(limit: .seconds(30))
    }

    /// Stands for a thread that is there already: the one that calls this.
    public init() {
        thread.store(Int(Caller.currentThread()), ordering: .releasing)
    }

    /// Whether this is the thread that calls.
    var isThisThread: Bool { thread.load(ordering: .acquiring) == Int(Caller.currentThread()) }

    /// The call on a thread that was there already is over.
    public func hasReturned() { returned.happen() }

    /// Waits until the call is over; whether it is, within the limit.
    @discardableResult public func wait(limit: Duration = Caller.limit) -> Bool { returned.wait(limit: limit) }

    /// Waits until all these calls are over, within the limit for all of them together; how many are not. Those leave word where they are.
    public static func stuck(_ callers: [Caller], limit: Duration = Caller.limit) -> Int {
        let end = ContinuousClock.now + limit
        let late = callers.filter { !$0.wait(limit: max(.zero, end - ContinuousClock.now)) }
        LastWords.ask(late.map { pid_t($0.thread.load(ordering: .acquiring)) })
        return late.count
    }

    /// Watches until the call has returned, or sleeps, or `isEnough` says that there is nothing more to learn.
    public func settle(limit: Duration = Caller.limit, unless isEnough: () -> Bool = { false }) -> Standing {
        let end = ContinuousClock.now + limit
        var last = -1
        var looks = 0
        while ContinuousClock.now < end {
            if returned.times > 0 { return .returned }
            if isEnough() { return .asleep }
            let switches = sleepingSince()
            looks = switches >= 0 && switches == last ? looks + 1 : 0
            if looks == 5 { return returned.times > 0 ? .returned : .asleep }
            last = switches
            // A nap that is no wait in the trace, where it would only stand in the way.
            poll(nil, 0, 1)
        }
        return returned.times > 0 ? .returned : .restless
    }

    /// The number of times the thread has been switched to, if it sleeps; else -1.
    private func sleepingSince() -> Int { Self.switches(of: "\(thread.load(ordering: .acquiring))") }

    /// How often all threads of the process but one have been switched to, if all of them sleep; else -1.
    static func switchesIfAllSleep(but thread: Int) -> Int {
        var sum = 0
        for other in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] where other != "\(thread)" {
            let switches = switches(of: other)
            if switches < 0 { return -1 }
            sum += switches
        }
        return sum
    }

    private static func switches(of thread: String) -> Int {
        let file = open("/proc/self/task/\(thread)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return -1 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        func value(_ key: String) -> Substring? { lines.first { $0.hasPrefix(key) }?.dropFirst(key.count).drop { $0 == "\t" || $0 == " " } }
        guard value("State:")?.first == "S", let switches = value("voluntary_ctxt_switches:").flatMap({ Int($0) }) else { return -1 }
        return switches
    }

    /// The kernel's number of this thread. (The Glibc module leaves the call out.)
    @_silgen_name("gettid")
    static func currentThread() -> pid_t
}
