import Foundation
import Synchronization

/// Stops one thread in the middle of the attempt's code, at a place that is told beforehand, and watches what others do meanwhile.
///
/// A race is a matter of chance only as long as nobody holds the threads: the processor may take a thread away between any two instructions,
/// and nearly never does so where it hurts. So it is done here, at one place after the other, each in a process of its own. The compiler puts
/// a call in front of each access to memory (`Hooks`); those of the watched thread are counted, and at the wanted one it sleeps. Every
/// schedule made in that way is one that a real machine may make, and so nothing that goes wrong in it is a false alarm.
///
/// A second thing is seen for certain: while the thread sleeps in front of an access, another thread comes to the same variable, and one of
/// the two writes. Nothing keeps these two apart, whatever locks there are: that is what a data race is.
enum Interruption {
    /// An access that two threads may make at the same time.
    struct Clash: Codable, Sendable {
        /// Where the variable lies, from the start of the program.
        var address: UInt
        var sleeperWrites: Bool
        var otherWrites: Bool
        /// The return addresses on the other thread's stack, from the start of the program.
        var otherIsAt: [UInt]
    }

    fileprivate struct Access {
        var address: UInt
        var size: UInt
        var isWrite: Bool
        var isAtomic: Bool
    }

    private struct Findings {
        var sleepsAt: [UInt] = []
        var clash: Clash?
        var changeAt: [UInt] = []
    }

    // Written by one thread before the others are started, and then by the watched thread alone; who else reads `pending` has seen `isPending`.
    nonisolated(unsafe) private static var isOn = false
    nonisolated(unsafe) private static var wanted = 0
    nonisolated(unsafe) private static var passed = 0
    nonisolated(unsafe) private static var hasAccessed = false
    nonisolated(unsafe) private static var pending = Access(address: 0, size: 0, isWrite: false, isAtomic: false)
    private static let isPending = Atomic(false)
    /// The watched thread and the one whose atomic changes are looked for; 0 when there is none.
    private static let sleeper = Atomic<UInt>(0)
    private static let asker = Atomic<UInt>(0)
    private static let findings = Mutex(Findings())
    static let isAsleep = Occurrence()
    private static let mayGoOn = Occurrence()

    // Code of the standard library that is compiled into both the attempt and the checks is there once, with the hooks in it. So the checks come to
    // them too, and what is done here may not be looked at by itself: a mark on the thread says so.
    nonisolated(unsafe) private static var mark = pthread_key_t()

    /// Does something on this thread that is no work of the attempt's; nothing when this thread is at such a thing already.
    static func aside(_ body: () -> Void) {
        if let _ = pthread_getspecific(mark) { return }
        pthread_setspecific(mark, UnsafeRawPointer(bitPattern: 1))
        body()
        pthread_setspecific(mark, nil)
    }

    /// Watches from now on; the thread that calls `watch` will be stopped at this place, counted from 1. 0: nowhere.
    static func arm(at place: Int) {
        wanted = place
        pthread_key_create(&mark, nil)
        // Made now, so that no hook comes upon them half made.
        _ = (isPending.load(ordering: .relaxed), sleeper.load(ordering: .relaxed), asker.load(ordering: .relaxed), isAsleep.times)
        _ = (mayGoOn.times, findings.withLock { $0.changeAt })
        isOn = true
    }

    /// Counts the places of this thread while `body` runs.
    static func watch(_ body: () -> Void) {
        sleeper.store(UInt(pthread_self()), ordering: .releasing)
        body()
        sleeper.store(0, ordering: .releasing)
    }

    /// Looks for atomic changes (those of a lock, too) of this thread while `body` runs.
    static func lookForChanges(_ body: () -> Void) {
        asker.store(UInt(pthread_self()), ordering: .releasing)
        body()
        asker.store(0, ordering: .releasing)
    }

    /// Wakes the sleeper.
    static func goOn() { mayGoOn.happen() }

    /// Places that the watched thread has come to.
    static var places: Int { passed }
    static var sleepsAt: [UInt] { findings.withLock { $0.sleepsAt } }
    static var clash: Clash? { findings.withLock { $0.clash } }
    static var changeAt: [UInt] { findings.withLock { $0.changeAt } }

    // MARK: what the hooks tell

    /// A thread is about to access memory.
    static func access(_ address: UnsafeRawPointer?, _ size: Int, isWrite: Bool, isAtomic: Bool = false) {
        guard isOn else { return }
        aside { look(at: address, size, isWrite, isAtomic) }
    }

    private static func look(at address: UnsafeRawPointer?, _ size: Int, _ isWrite: Bool, _ isAtomic: Bool) {
        let thread = UInt(pthread_self())
        let access = Access(address: UInt(bitPattern: address), size: UInt(size), isWrite: isWrite, isAtomic: isAtomic)
        if isAtomic, isWrite, thread == asker.load(ordering: .relaxed) {
            findings.withLock { if $0.changeAt.isEmpty { $0.changeAt = stack() } }
        }
        if thread == sleeper.load(ordering: .relaxed) {
            hasAccessed = true
            come(to: access)
        } else if isPending.load(ordering: .acquiring), access.clashes(with: pending) {
            let clash = Clash(
                address: access.address &- LastWords.base, sleeperWrites: pending.isWrite, otherWrites: isWrite, otherIsAt: stack())
            findings.withLock { if $0.clash == nil { $0.clash = clash } }
        }
    }

    /// A thread enters or leaves a function, or the access of a whole value begins: behind an access, a place to be stopped at.
    static func pass() {
        guard isOn else { return }
        aside {
            guard UInt(pthread_self()) == sleeper.load(ordering: .relaxed), hasAccessed else { return }
            hasAccessed = false
            come(to: nil)
        }
    }

    private static func come(to access: Access?) {
        passed += 1
        guard passed == wanted else { return }
        let place = stack()
        findings.withLock { $0.sleepsAt = place }
        if let access {
            pending = access
            isPending.store(true, ordering: .releasing)
        }
        isAsleep.happen()
        mayGoOn.wait(limit: .seconds(60))
        isPending.store(false, ordering: .releasing)
    }

    /// Where this thread is, as return addresses from the start of the program.
    private static func stack() -> [UInt] {
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 24)
        let count = Int(LastWords.stackFrames(&frames, Int32(frames.count)))
        return frames.prefix(max(0, count)).map { UInt(bitPattern: $0) &- LastWords.base }
    }
}

extension Interruption.Access {
    /// Whether nothing but chance keeps the two apart. Atomic accesses are made for meeting each other.
    fileprivate func clashes(with other: Self) -> Bool {
        (isWrite || other.isWrite) && !(isAtomic && other.isAtomic) && address < other.address + other.size
            && other.address < address + size
    }
}
