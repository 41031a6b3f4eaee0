/// Programs that fail because of a time limit, of isolation, or of an object or wait that has ended
/// before.
extension ExplainedProgram {
    static let ignoredTimeLimit = ExplainedProgram(
        description: "a semaphore whose time limit is ignored",
        text: """
            import Dispatch

            func scenario() -> Int {
                let ready = DispatchSemaphore(value: 0)
                var result = 0
                DispatchQueue.global().async {
                    result = 42
                    ready.signal()
                }
                _ = ready.wait(timeout: .now() + 10)
                return result
            }
            func allowed(_ n: Int) -> Bool { n == 42 }

            """)

    static let ignoredLockLimit = ExplainedProgram(
        description: "a lock whose time limit is ignored",
        text: """
            import Foundation

            final class Box: @unchecked Sendable {
                let lock = NSLock()
                var value = 0
                func add() {
                    _ = lock.lock(before: Date(timeIntervalSinceNow: 5))
                    value += 1
                    lock.unlock()
                }
            }
            func scenario() -> Int {
                let box = Box()
                DispatchQueue.concurrentPerform(iterations: 2) { _ in box.add() }
                return box.value
            }
            func allowed(_ n: Int) -> Bool { n == 2 }

            """)

    static let closureOfMainActor = ExplainedProgram(
        description: "a closure of top-level code on another queue",
        text: """
            import Dispatch

            let queue = DispatchQueue(label: "worker")
            let ended = DispatchSemaphore(value: 0)
            let item = DispatchWorkItem { ended.signal() }      // in top-level code: a closure of the main actor
            queue.async(execute: item)
            ended.wait()
            print("end")

            """)

    static let assumedIsolation = ExplainedProgram(
        description: "assumeIsolated on another queue",
        text: """
            @preconcurrency import Dispatch
            @MainActor final class Model {
                var n = 0
                func add() { MainActor.assumeIsolated { n += 1 } }
            }
            @MainActor func scenario() async -> Int {
                let model = Model()
                nonisolated(unsafe) let m = model
                await withCheckedContinuation { c in
                    DispatchQueue(label: "w").async { MainActor.assumeIsolated { m.add() }; c.resume() }
                }
                return model.n
            }

            """)

    static let uncalledScenario = ExplainedProgram(
        description: "a script with a scenario",
        text: """
            import Foundation
            let formatter = DateFormatter()
            formatter.timeZone = TimeZone(identifier: "UTC")
            formatter.locale = Locale(identifier: "en_US_POSIX")
            func text(_ format: String) -> String {
                formatter.dateFormat = format
                return formatter.string(from: Date(timeIntervalSince1970: 0))
            }
            func scenario() -> String {
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) { _ = text("MM") }
                let year = text("yyyy")
                group.wait()
                return year
            }
            func allowed(_ year: String) -> Bool { year == "1970" }

            """)

    static let printsAfterTrap = ExplainedProgram(
        description: "a continuation that is resumed twice",
        text: """
            import Dispatch

            func download(timeout: Double) async -> String {
                await withCheckedContinuation { continuation in
                    let queue = DispatchQueue(label: "network")
                    queue.asyncAfter(deadline: .now() + 0.01) {
                        continuation.resume(returning: "photo")
                    }
                    queue.asyncAfter(deadline: .now() + timeout) {
                        continuation.resume(returning: "timed out")
                    }
                }
            }

            print(await download(timeout: 0.02))

            """)

    static let genericBox = ExplainedProgram(
        description: "read and written back through a generic box",
        text: """
            import Foundation
            final class Locked<Value>: @unchecked Sendable {
                private let lock = NSLock()
                private var value: Value
                init(_ value: Value) { self.value = value }
                func get() -> Value { lock.lock(); defer { lock.unlock() }; return value }
                func set(_ new: Value) { lock.lock(); defer { lock.unlock() }; value = new }
            }
            func scenario() -> Int {
                let hits = Locked(0)
                DispatchQueue.concurrentPerform(iterations: 2) { _ in hits.set(hits.get() + 1) }
                return hits.get()
            }
            func allowed(_ n: Int) -> Bool { n == 2 }

            """)

    static let tornLazy = ExplainedProgram(
        description: "a lazy value that is read half written",
        text: """
            import Foundation

            final class Report: @unchecked Sendable {
                let rows: [Int]
                init(rows: [Int]) { self.rows = rows }
                lazy var total: Int = rows.reduce(0, +)
            }

            func scenario() -> Int {
                let report = Report(rows: [1, 2, 3])
                let group = DispatchGroup()
                let other = DispatchQueue(label: "printer")
                other.async(group: group) { precondition(report.total == 6) }
                let mine = report.total
                group.wait()
                return mine
            }

            """)

    static let releasedView = ExplainedProgram(
        description: "a weak reference that is read twice",
        text: """
            import Dispatch
            final class View: @unchecked Sendable { let name = "view" }
            final class Controller: @unchecked Sendable { weak var view: View? }
            func scenario() {
                let controller = Controller()
                var view: View? = View()
                controller.view = view
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) {
                    if controller.view != nil { print(controller.view!.name) }
                }
                view = nil
                group.wait()
            }

            """)

    static let releasedPlayer = ExplainedProgram(
        description: "an unowned reference in a block",
        text: """
            import Dispatch

            final class Player: @unchecked Sendable {
                private let queue: DispatchQueue
                private var position = 0
                init(queue: DispatchQueue) { self.queue = queue }

                func play() {
                    queue.async { [unowned self] in
                        self.position += 1
                    }
                }
            }

            let audio = DispatchQueue(label: "audio")
            func scenario() {
                let player = Player(queue: audio)
                player.play()
                audio.async { print("end of track") }
            }

            """)
}
