import Foundation
import TestSupport
import Testing

@testable import Grading

/// A small test of an attempt in every interleaving: mistakes are always found, and a correct
/// attempt gets no complaint.
@Suite(.serialized, .startsProcesses, .takesTurns) struct InterleavingTests {
    private static let check = "right in every interleaving"

    /// An attempt at 01 with these declarations.
    private func attempt(_ declarations: String) throws -> Grade {
        try Bench.grade(
            """
            import Foundation
            import Synchronization
            final class PhotoCatalogue {
                nonisolated(unsafe) static var readNames: () -> [String] = { [] }
                let names: [String]
                init() { names = PhotoCatalogue.readNames() }
                \(declarations)
            }
            """, for: "01-once")
    }

    private func result(_ grade: Grade) throws -> Grade.CheckResult { try #require(grade.checks.first { $0.name == Self.check }) }

    @Test("A read outside the lock is found, with both lines, the variable and a token")
    func lookOutside() throws {
        let grade = try attempt(
            """
            nonisolated(unsafe) private static var one: PhotoCatalogue?
                private static let lock = NSLock()
                static var shared: PhotoCatalogue {
                    if let one { return one }
                    return lock.withLock {
                        if one == nil { one = PhotoCatalogue() }
                        return one!
                    }
                }
            """)
        let result = try result(grade)
        #expect(result.verdict == "race", "\(grade.text())")
        for words in ["PhotoCatalogue.one", "line 10)", "line 12)", "Try this:"] {
            #expect(result.message.contains(words), "\(grade.text())")
        }
        let token = try #require(result.token)
        #expect(
            result.message.hasSuffix("in place of --step.)") && result.message.contains("interleave replay \(token) 01-once --attempt "))
        #expect(grade.checks.first?.verdict == "notJudged", "that there is one instance has not been shown")
        #expect(result.message.contains("static let") && !result.message.contains("Hold that lock"), "a lock for each caller costs points")
        #expect(!result.message.contains(" See line"), "the words tell of the lines already")
    }

    @Test("A variable of an object is observed like a static one")
    func property() throws {
        let grade = try attempt(
            """
            private final class Box { var one: PhotoCatalogue?; var isReady = false }
                private static let lock = NSLock()
                nonisolated(unsafe) private static let box = Box()
                static var shared: PhotoCatalogue {
                    if box.isReady { return box.one! }
                    lock.lock()
                    defer { lock.unlock() }
                    if !box.isReady {
                        box.one = PhotoCatalogue()
                        box.isReady = true
                    }
                    return box.one!
                }
            """)
        #expect(try result(grade).verdict == "race", "\(grade.text())")
    }

    @Test("Atomic loads and stores in two steps give two instances")
    func atomicSteps() throws {
        let grade = try attempt(
            """
            private final class Box: @unchecked Sendable { let isTaken = Atomic(false); let isReady = Atomic(false); var one: PhotoCatalogue? }
                private static let box = Box()
                private static let ready = DispatchSemaphore(value: 0)
                static var shared: PhotoCatalogue {
                    if !box.isTaken.load(ordering: .acquiring) {
                        box.isTaken.store(true, ordering: .releasing)
                        box.one = PhotoCatalogue()
                        box.isReady.store(true, ordering: .releasing)
                        for _ in 1...9 { ready.signal() }
                    } else if !box.isReady.load(ordering: .acquiring) {
                        ready.wait()
                    }
                    return box.one!
                }
            """)
        #expect(try result(grade).message.contains("2 different catalogues"), "\(grade.text())")
    }

    @Test(
        "A correct attempt never gets a complaint, whatever means it uses, and is reported as proved",
        arguments: Corpus.part(means.keys.sorted()))
    func right(_ name: String) throws {
        let grade = try attempt(try #require(Self.means[name]))
        #expect(grade.passed && grade.points == grade.maxPoints, "\(grade.text())")
        #expect(grade.remarks.contains { $0.contains("That proves it for these tests") }, "\(grade.text())")
    }

    @Test("A signal that comes before the wait is found")
    func lostSignal() throws {
        let grade = try attempt(
            """
            nonisolated(unsafe) private static var one: PhotoCatalogue?
                private static let isTaken = Atomic(false), isReady = Atomic(false)
                private static let condition = NSCondition()
                static var shared: PhotoCatalogue {
                    if isReady.load(ordering: .acquiring) { return one! }
                    if isTaken.exchange(true, ordering: .acquiringAndReleasing) {
                        condition.lock()
                        condition.wait()
                        condition.unlock()
                    } else {
                        one = PhotoCatalogue()
                        condition.broadcast()
                        isReady.store(true, ordering: .releasing)
                    }
                    return one!
                }
            """)
        #expect(try result(grade).verdict == "lostWakeup", "\(grade.text())")
    }

    @Test("An attempt that cannot be explored has not passed: the grade names the test that could not be run, and why")
    func notModelled() throws {
        let grade = try attempt(
            """
            static let shared: PhotoCatalogue = {
                    alarm(0)
                    return PhotoCatalogue()
                }()
            """)
        let result = try result(grade)
        #expect(!grade.passed && result.verdict == "notJudged" && result.token == nil, "\(grade.text())")
        #expect(result.message.contains("not every interleaving could be run") && result.message.contains("alarm"), "\(grade.text())")
        #expect(grade.points == 10 - result.maxPoints && grade.unjudgedPoints == 0)
    }

    @Test(
        "A wrong attempt does not pass by a line that keeps it from being explored",
        arguments: Corpus.part([
            "_ = Process()", "raise(SIGCONT)", "RunLoop.current.run(until: Date())",
            "for _ in 1...40 { sched_yield(); Self.lock.withLock {} }",
        ]))
    func innocentLine(_ line: String) throws {
        let grade = try attempt(
            """
            nonisolated(unsafe) private static var one: PhotoCatalogue?
                private static let lock = NSLock()
                private static func made() -> PhotoCatalogue {
                    \(line)
                    return PhotoCatalogue()
                }
                static var shared: PhotoCatalogue {
                    if let one { return one }
                    let new = made()
                    return lock.withLock {
                        if one == nil { one = new }
                        return one!
                    }
                }
            """)
        #expect(!grade.passed, "\(grade.text())")
    }

    @Test("A wrong attempt does not pass by declaring what counts as right")
    func ownAllowed() throws {
        let grade = try Bench.grade(
            """
            import Foundation
            func allowed(_ outcome: String) -> Bool { true }
            final class PhotoCatalogue {
                nonisolated(unsafe) static var readNames: () -> [String] = { [] }
                let names: [String]
                init() { names = PhotoCatalogue.readNames() }
                nonisolated(unsafe) private static var one: PhotoCatalogue?
                static var shared: PhotoCatalogue {
                    if one == nil { one = PhotoCatalogue() }
                    return one!
                }
            }
            """, for: "01-once")
        #expect(!grade.passed, "\(grade.text())")
        #expect(try result(grade).verdict == "notJudged", "\(grade.text())")
    }

    @Test("An attempt with a declaration of Explored.swift gets that reason, and has not passed")
    func sameName() throws {
        let grade = try Bench.grade(
            """
            import Dispatch
            func threeIndices() -> String { "mine" }
            func forEachIndex(below count: Int, _ body: (Int) -> Void) {
                let length = max(1, count / 64)
                DispatchQueue.concurrentPerform(iterations: (count + length - 1) / length) { stride in
                    for index in stride * length..<min((stride + 1) * length, count) { body(index) }
                }
            }
            """, for: "05-apply-stride")
        #expect(!grade.passed && grade.points == 8, "\(grade.text())")
        #expect(try result(grade).message.contains("your code declares `threeIndices`"), "\(grade.text())")
    }

    /// Correct attempts with different means.
    static let means = [
        "exchange": """
        nonisolated(unsafe) private static var one: PhotoCatalogue?
            private static let isTaken = Atomic(false), isReady = Atomic(false)
            private static let making = DispatchGroup()
            private static let entered: Void = making.enter()
            static var shared: PhotoCatalogue {
                if isReady.load(ordering: .acquiring) { return one! }
                _ = entered
                if isTaken.exchange(true, ordering: .acquiringAndReleasing) { making.wait() } else {
                    one = PhotoCatalogue()
                    isReady.store(true, ordering: .releasing)
                    making.leave()
                }
                return one!
            }
        """,
        "condition": """
        nonisolated(unsafe) private static var one: PhotoCatalogue?
            nonisolated(unsafe) private static var isTaken = false
            private static let isReady = Atomic(false)
            private static let condition = NSCondition()
            static var shared: PhotoCatalogue {
                if isReady.load(ordering: .acquiring) { return one! }
                condition.lock()
                defer { condition.unlock() }
                if isTaken {
                    while one == nil { condition.wait() }
                    return one!
                }
                isTaken = true
                condition.unlock()
                let made = PhotoCatalogue()
                condition.lock()
                one = made
                isReady.store(true, ordering: .releasing)
                condition.broadcast()
                return made
            }
        """,
        "rwlock": """
        nonisolated(unsafe) private static var one: PhotoCatalogue?
            private static let isReady = Atomic(0)
            nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_rwlock_t> = {
                let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
                pthread_rwlock_init(lock, nil)
                return lock
            }()
            static var shared: PhotoCatalogue {
                if isReady.load(ordering: .acquiring) == 1 { return one! }
                pthread_rwlock_wrlock(lock)
                defer { pthread_rwlock_unlock(lock) }
                if one == nil { one = PhotoCatalogue() }
                isReady.store(1, ordering: .releasing)
                return one!
            }
        """,
        "semaphore": """
        nonisolated(unsafe) private static var one: PhotoCatalogue?
            private static let isReady = Atomic(false)
            private static let semaphore = DispatchSemaphore(value: 1)
            static var shared: PhotoCatalogue {
                if isReady.load(ordering: .acquiring) { return one! }
                semaphore.wait()
                defer { semaphore.signal() }
                if one == nil { one = PhotoCatalogue() }
                isReady.store(true, ordering: .releasing)
                return one!
            }
        """,
        "compareExchange": """
        private static let lock = NSLock()
            private static let one = Atomic<UInt>(0)
            static var shared: PhotoCatalogue {
                let found = one.load(ordering: .acquiring)
                if found != 0 {
                    return Unmanaged<PhotoCatalogue>.fromOpaque(UnsafeRawPointer(bitPattern: found)!).takeUnretainedValue()
                }
                lock.lock()
                defer { lock.unlock() }
                if one.load(ordering: .acquiring) == 0 {
                    let made = UInt(bitPattern: Unmanaged.passRetained(PhotoCatalogue()).toOpaque())
                    _ = one.compareExchange(expected: 0, desired: made, ordering: .acquiringAndReleasing)
                }
                return shared(one.load(ordering: .acquiring))
            }
            private static func shared(_ bits: UInt) -> PhotoCatalogue {
                Unmanaged<PhotoCatalogue>.fromOpaque(UnsafeRawPointer(bitPattern: bits)!).takeUnretainedValue()
            }
        """,
    ]
}
