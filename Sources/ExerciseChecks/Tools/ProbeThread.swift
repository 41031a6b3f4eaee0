import Foundation
import Synchronization

/// A thread that calls the attempt's code, and is observed from outside meanwhile.
///
/// The question is whether a call is blocked. A clock cannot answer it: on a busy machine a call
/// can take long without being blocked. The kernel knows. A thread that sleeps, and has not run
/// between several checks in a row, is blocked. A thread that only waits for a core does not sleep;
/// it is ready to run.
public final class ProbeThread: Sendable {
    /// The state of a call.
    public enum Standing: String, Codable, Sendable {
        /// It has returned.
        case returned
        /// It is blocked, and uses no processor time.
        case asleep
        /// It neither returns nor sleeps: it spins.
        case restless
    }

    /// The patience for an event that takes microseconds in correct code.
    public static let patience = Duration.seconds(2)

    private let thread = Atomic<Int>(0)
    private let returned = CountingEvent()
    private let begun = CountingEvent()

    /// Starts a thread with this name that calls `body`.
    public init(_ name: String, _ body: @escaping @Sendable (ProbeThread) -> Void) {
        Thread.detachNewThread { [self] in
            Thread.current.name = name
            thread.store(Int(ProbeThread.currentThread()), ordering: .releasing)
            begun.happen()
            body(self)
            returned.happen()
        }
        begun.wait()
    }

    /// Represents an existing thread: the current one.
    public init() {
        thread.store(Int(ProbeThread.currentThread()), ordering: .releasing)
    }

    /// The kernel's number of the thread.
    var number: UInt64 { UInt64(thread.load(ordering: .acquiring)) }

    /// Whether the thread of a call that has not returned worked much longer than a correct call needs.
    var spins: Bool { returned.times == 0 && ThreadStates.work(of: Int(number)) > Self.restlessWork }

    /// Whether this is the current thread.
    var isThisThread: Bool { thread.load(ordering: .acquiring) == Int(ProbeThread.currentThread()) }

    /// Records that the call on an existing thread has returned.
    public func hasReturned() { returned.happen() }

    /// Waits until the call has returned. Returns whether it did before the patience was over.
    @discardableResult public func wait(patience: Duration = ProbeThread.patience) -> Bool { returned.wait(patience: patience) }

    /// Waits until all these calls have returned. Returns the number of calls that have not when
    /// the patience is over; their threads report where they are.
    public static func stuck(_ callers: [ProbeThread], patience: Duration = ProbeThread.patience) -> Int {
        // After one wait in vain no thread is active, so there is no need to wait for the others.
        var isOver = false
        let late = callers.filter { caller in
            if caller.wait(patience: isOver ? .zero : patience) { return false }
            isOver = true
            return true
        }
        CrashReport.ask(late.map { pid_t($0.thread.load(ordering: .acquiring)) })
        return late.count
    }

    /// Waits until the call has returned, also if the call waits for other calls itself, with a
    /// patience of its own. Returns whether it did before the patience was over.
    func waitWithOwnWaits() -> Bool {
        Bystanders.with {
            func new() -> Patience { Patience(Self.patience, mostWakes: 3000) }
            var patience = new()
            while returned.times == 0 {
                // While another thread waits in this way, its patience counts.
                if Bystanders.all.count > 1 { patience = new() } else if patience.isOver() { return returned.times > 0 }
                poll(nil, 0, 2)
            }
            return true
        }
    }

    /// Whether all other threads sleep, and none of them wakes for a while. It returns false if one keeps working, or keeps waking up.
    /// Meanwhile, this thread counts as one that only waits.
    public static func allComeToRest() -> Bool {
        Bystanders.with {
            // On a busy machine, a thread that wakes once can disturb one try. One that works on disturbs each.
            for _ in 0..<4 {
                let work = ThreadStates.workOfProcess()
                if ThreadStates.comeToRest(within: worksOn.load(ordering: .relaxed) ? .milliseconds(45) : .milliseconds(300)) {
                    worksOn.store(false, ordering: .relaxed)
                    return true
                }
                let isWorking = ThreadStates.workOfProcess() - work > restlessWork
                if isWorking { worksOn.store(true, ordering: .relaxed) }
                if worksOn.load(ordering: .relaxed) { return false }
            }
            return false
        }
    }

    /// Whether the last look found a thread that works on. Then the next ones take less time, because the process must not work for long.
    private static let worksOn = Atomic(false)

    /// The amount of work after which a thread counts as spinning, and the number of wake-ups after
    /// which a thread counts as polling.
    private static let restlessWork = Duration.milliseconds(150), restlessWakes = 200

    /// Observes until the call has returned, or is blocked, or `isEnough` returns true.
    ///
    /// The call is blocked if no other thread of the process is active either: then nothing will
    /// wake it soon.
    public func settle(unless isEnough: () -> Bool = { false }) -> Standing {
        let number = thread.load(ordering: .acquiring)
        let work = ThreadStates.work(of: number)
        var first = -1, last = -1, looks = 0
        var patience = Patience(.milliseconds(500))
        while true {
            if returned.times > 0 { return .returned }
            if isEnough() { return .asleep }
            let own = ThreadStates.switches(of: number), all = own < 0 ? -1 : ThreadStates.switchesIfAllSleep()
            looks = all >= 0 && all == last ? looks + 1 : 0
            if looks == 20 { return returned.times > 0 ? .returned : .asleep }
            last = all
            if own >= 0, first < 0 { first = own }
            let wakes = own >= 0 ? own - first : 0
            if ThreadStates.work(of: number) - work > Self.restlessWork || wakes > Self.restlessWakes || patience.isOver() {
                return returned.times > 0 ? .returned : own >= 0 && wakes <= Self.restlessWakes ? .asleep : .restless
            }
            // A short sleep that is not a wait in the trace, where it would only disturb.
            poll(nil, 0, 1)
        }
    }

    /// The kernel's number of this thread. (The Glibc module does not have this call.)
    @_silgen_name("gettid")
    static func currentThread() -> pid_t
}
