import Foundation
import Testing

@testable import Grading

/// One thread stopped in front of each access to memory: what can be broken by that is found each time, and what is right is not accused.
@Suite(.serialized) struct InterruptionTests {
    private static let check = "right wherever a thread is interrupted"

    /// An attempt at 01 with these declarations.
    private func attempt(_ declarations: String, makes: String = "init() { names = PhotoCatalogue.readNames() }") throws -> Grade {
        try Bench.grade(
            """
            import Foundation
            import Synchronization
            final class PhotoCatalogue {
                nonisolated(unsafe) static var readNames: () -> [String] = { [] }
                let names: [String]
                \(makes)
                \(declarations)
            }
            """, for: "01-once")
    }

    private func result(_ grade: Grade) throws -> Grade.CheckResult { try #require(grade.checks.first { $0.name == Self.check }) }

    @Test("A look outside the lock is found, with both lines and the variable", arguments: 1...3)
    func lookOutside(_ round: Int) throws {
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
        for words in ["`one`", "line 10 of Student.swift", "line 12 of Student.swift"] {
            #expect(result.message.contains(words), "\(grade.text())")
        }
        #expect(grade.checks.first?.verdict == "notJudged", "that there is one instance has not been shown")
    }

    @Test("A variable of an object is watched like a static one")
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

    @Test("Atomic looks and stores in two steps give two instances, each time")
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
        "What is right is never accused, by whatever means it is",
        arguments: ["exchange", "condition", "rwlock", "semaphore", "compareExchange"])
    func right(_ means: String) throws {
        let declarations = [
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
        let grade = try attempt(try #require(declarations[means]))
        #expect(grade.passed, "\(grade.text())")
        #expect(grade.remarks.contains { $0.contains("not proved") }, "the grade says what it does not know")
        #expect(grade.remarks.allSatisfy { !$0.contains("there are more") }, "\(grade.text())")
    }

    @Test("A signal that comes before anybody waits for it is found, because a thread is stopped in between")
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
        #expect(try result(grade).verdict == "deadlock", "\(grade.text())")
    }
}
