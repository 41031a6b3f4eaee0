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

    /// Patience with a thing that happens within microseconds in code that is right.
    public static let patience = Duration.seconds(2)

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
        begun.wait()
    }

    /// Stands for a thread that is there already: the one that calls this.
    public init() {
        thread.store(Int(Caller.currentThread()), ordering: .releasing)
    }

    /// Whether this is the thread that calls.
    var isThisThread: Bool { thread.load(ordering: .acquiring) == Int(Caller.currentThread()) }

    /// The call on a thread that was there already is over.
    public func hasReturned() { returned.happen() }

    /// Waits until the call is over; whether it is, before the patience is over.
    @discardableResult public func wait(patience: Duration = Caller.patience) -> Bool { returned.wait(patience: patience) }

    /// Waits until all these calls are over; how many are not when the patience is over. Those leave word where they are.
    public static func stuck(_ callers: [Caller], patience: Duration = Caller.patience) -> Int {
        // Once one has been waited for in vain nothing moves any more, and the others need not be waited for.
        var isOver = false
        let late = callers.filter { caller in
            if caller.wait(patience: isOver ? .zero : patience) { return false }
            isOver = true
            return true
        }
        LastWords.ask(late.map { pid_t($0.thread.load(ordering: .acquiring)) })
        return late.count
    }

    /// Work of a thread that does not return, after which it is in a loop; and how often it wakes up in one that sleeps between its looks.
    private static let restlessWork = Duration.milliseconds(150), restlessWakes = 200

    /// Watches until the call has returned, or sleeps, or `isEnough` says that there is nothing more to learn.
    ///
    /// It sleeps when nothing else in the process moves either: then nothing is on its way that would wake it.
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
            // A nap that is no wait in the trace, where it would only stand in the way.
            poll(nil, 0, 1)
        }
    }

    /// The kernel's number of this thread. (The Glibc module leaves the call out.)
    @_silgen_name("gettid")
    static func currentThread() -> pid_t
}
