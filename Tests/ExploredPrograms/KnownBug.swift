import Foundation
import Glibc
import Synchronization

/// A small program with a bug from the literature, and its fixed twin.
///
/// The ideas are those of the programs of the SCTBench collection (Thomson, Donaldson, Betts 2014),
/// rewritten in Swift.
public struct KnownBug: @unchecked Sendable {
    public var name: String
    /// The verdict of the wrong one: "assertion", "deadlock", "race".
    public var verdict: String
    /// Runs it, wrong or right.
    public var run: (_ isRight: Bool) -> Void

    init(_ name: String, _ verdict: String, _ run: @escaping (_ isRight: Bool) -> Void) {
        self.name = name
        self.verdict = verdict
        self.run = run
    }

    public static let all: [KnownBug] = [
        KnownBug("account", "assertion", account), KnownBug("bluetooth_driver", "assertion", bluetoothDriver),
        KnownBug("carter01", "deadlock", carter), KnownBug("circular_buffer", "assertion", circularBuffer),
        KnownBug("deadlock01", "deadlock", oppositeOrders), KnownBug("lazy01", "assertion", lazyThird),
        KnownBug("queue", "assertion", queueOfTurns), KnownBug("reorder_3", "assertion") { reorder(setters: 2, $0) },
        KnownBug("reorder_5", "assertion") { reorder(setters: 4, $0) }, KnownBug("stack", "assertion", stack),
        KnownBug("token_ring", "assertion", tokenRing), KnownBug("twostage", "assertion", twoStages),
        KnownBug("wronglock", "race", wrongLock), KnownBug("stringbuffer", "assertion", stringBuffer),
        KnownBug("work_stealing_queue", "assertion", workStealing), KnownBug("bounded_buffer", "deadlock", boundedBuffer),
        KnownBug("phase01", "deadlock", phase), KnownBug("sync01", "deadlock", missedSignal),
        KnownBug("sync02", "deadlock", oneSignalForTwo),
        KnownBug("din_phil3", "deadlock") { philosophers(3, $0) }, KnownBug("fsbench", "assertion", fileSystem),
    ]
}

/// Traps, without a message, if a condition does not hold.
func check(_ condition: Bool) { if !condition { raise(SIGILL) } }

/// A variable that several threads share; always used under a lock, unless the missing lock is the
/// bug.
final class Shared<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}

/// An atomic number with sequential consistency.
final class AtomicNumber: Sendable {
    private let number: Atomic<Int>
    init(_ value: Int) { number = Atomic(value) }
    var value: Int {
        get { number.load(ordering: .sequentiallyConsistent) }
        set { number.store(newValue, ordering: .sequentiallyConsistent) }
    }
    func add(_ difference: Int) -> Int { number.add(difference, ordering: .sequentiallyConsistent).newValue }
    func exchange(_ old: Int, for new: Int) -> Bool {
        number.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).exchanged
    }
}
