import Foundation
import TestSupport
import Testing

/// The machine that a program sees: threads in a pool, wake-ups without a signal, destroyed
/// objects.
@Suite(.serialized, .startsProcesses, .takesTurns) struct ExploreMachineTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func explore(_ text: String, _ options: [String] = []) throws -> Commands.Outcome {
        try Commands.explore(text, options, in: folder)
    }

    private static let waiters = """
        import Dispatch
        func scenario() async {
            let semaphore = DispatchSemaphore(value: 0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { pause(semaphore) } }
                group.addTask { for _ in 0..<2 { semaphore.signal() } }
            }
        }
        func pause(_ semaphore: DispatchSemaphore) { semaphore.wait() }
        """

    @Test("Tasks that wait for a semaphore exhaust a pool of two threads; a third thread is enough")
    func pool() throws {
        let narrow = try explore(Self.waiters, ["--pool", "2"])
        #expect(narrow.code == 1 && narrow.output.contains("Thread-pool exhaustion: "), "\(narrow.output)")
        #expect(narrow.output.contains("all threads of the pool wait"), "\(narrow.output)")
        let replay = try #require(narrow.output.split(separator: "\n").first { $0.contains("interleave replay") })
        #expect(!replay.contains("--pool"), "the token says so itself")
        let words = replay.split(separator: " ").dropFirst().map(String.init)
        let again = try Commands.run(words.map { $0 == "--step" ? "--json" : $0 }, in: folder)
        #expect(again.code == 1 && again.output.contains("\"poolExhaustion\""), "\(again.output)\(again.errors)")
        let wide = try explore(Self.waiters, ["--pool", "3"])
        #expect(wide.code == 0, "\(wide.output)")
        #expect(try explore(Self.waiters, ["--pool", "0"]).code == 2)
    }

    @Test("A suspended task, and code on the main thread, use no thread of the pool")
    func awaiting() throws {
        let outside = """
            actor Desk {
                func open(_ other: Task<Void, Never>) -> Task<Void, Never> { Task { await wait(other) } }
                nonisolated func wait(_ other: Task<Void, Never>) async { await other.value }
            }
            func scenario() async {
                let desk = Desk(), gate = Task { await Task.yield() }, other = Task { await gate.value }
                await desk.open(other).value
            }
            """
        let onMain = """
            import Dispatch
            @MainActor func pause(_ semaphore: DispatchSemaphore) { semaphore.wait() }
            func scenario() async {
                let semaphore = DispatchSemaphore(value: 0), waiting = Task { await pause(semaphore) }
                await Task { _ = semaphore.signal() }.value
                await waiting.value
            }
            """
        for text in [outside, onMain] {
            let outcome = try explore(text, ["--pool", "1"])
            #expect(outcome.code == 0, "\(outcome.output)")
        }
    }

    private static func condition(_ how: String) -> String {
        """
        import Foundation
        final class Box: @unchecked Sendable {
            let condition = NSCondition()
            var isReady = false
        }
        func scenario() -> Bool {
            let box = Box()
            let other = Thread {
                box.condition.lock()
                box.isReady = true
                box.condition.signal()
                box.condition.unlock()
            }
            other.start()
            box.condition.lock()
            defer { box.condition.unlock() }
            \(how) !box.isReady { box.condition.wait() }
            return box.isReady
        }
        func allowed(_ isReady: Bool) -> Bool { isReady }
        """
    }

    @Test(
        "With spurious wake-ups, a condition that is checked only once fails; a loop never does"
    )
    func spuriousWakeups() throws {
        #expect(try explore(Self.condition("if")).code == 0)
        let deceived = try explore(Self.condition("if"), ["--spurious-wakeups"])
        #expect(deceived.code == 1 && deceived.output.contains("not allowed: false"), "\(deceived.output)")
        #expect(try explore(Self.condition("while"), ["--spurious-wakeups"]).code == 0)
    }

    @Test("A lost wake-up is found also with spurious wake-ups")
    func lostThough() throws {
        let text = """
            import Foundation
            func scenario() {
                let condition = NSCondition()
                Thread { condition.lock(); condition.signal(); condition.unlock() }.start()
                condition.lock()
                condition.wait()
                condition.unlock()
            }
            """
        for options in [[], ["--spurious-wakeups"]] {
            let outcome = try explore(text, options)
            #expect(outcome.code == 1 && outcome.output.contains("lostWakeup"), "\(outcome.output)")
        }
    }

    @Test("The main thread runs only the function and the main queue")
    func mainThread() throws {
        let text = """
            import Foundation
            func scenario() -> [Bool] {
                let group = DispatchGroup()
                nonisolated(unsafe) var inBlock = false, inThread = false
                DispatchQueue.global().async(group: group) { inBlock = Thread.isMainThread }
                group.enter()
                Thread { inThread = Thread.isMainThread; group.leave() }.start()
                group.wait()
                return [Thread.isMainThread, inBlock, inThread]
            }
            """
        let outcome = try explore(text)
        #expect(outcome.code == 0 && outcome.output.contains("[true, false, false]"), "\(outcome.output)")
        let onQueue = try explore(
            """
            import Foundation
            func scenario() async -> Bool { await MainActor.run { Thread.isMainThread } && !Thread.isMainThread }
            """)
        #expect(onQueue.code == 0 && onQueue.output.contains("true"), "\(onQueue.output)")
    }

    @Test(
        "Run loops, timers of run loops and network sessions are refused by name",
        arguments: [
            ("RunLoop", "RunLoop.main.run(until: Date())"), ("RunLoop", "RunLoop.current.run(until: Date())"),
            ("Timer", "Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in }"),
            ("URLSession", "URLSession.shared.dataTask(with: URL(string: \"http://localhost\")!).resume()"),
            ("URLSession", "URLSession(configuration: .default).invalidateAndCancel()"),
        ])
    func services(_ name: String, _ call: String) throws {
        let outcome = try explore("import Foundation\nimport FoundationNetworking\nfunc scenario() {\n_ = \(call)\n}\n")
        #expect(outcome.code == 2 && outcome.errors.contains("\(name) cannot be explored"), "\(outcome.output)\(outcome.errors)")
    }

    @Test("A token that was made for a small pool is valid only for that pool")
    func machineOfToken() throws {
        let narrow: ExplanationTests.Report = try JSONDecoder().decode(
            ExplanationTests.Report.self, from: Data(try explore(Self.waiters, ["--pool", "2", "--json"]).output.utf8))
        let token = try #require(narrow.findings.first).token, file = folder.file("scenario.swift")
        #expect(try Commands.run(["replay", token, file], in: folder).output.contains("Thread-pool exhaustion: "))
        let other = try Commands.run(["replay", token, file, "--pool", "3"], in: folder)
        #expect(other.code == 2 && other.errors.contains("The token was made with --pool 2."), "\(other.errors)")
    }

    @Test("A block with an unowned self can run before or after self is destroyed")
    func unowned() throws {
        let text = """
            import Dispatch
            final class View {
                let title = "hi"
                func load(_ group: DispatchGroup, _ show: @escaping (String) -> Void) {
                    DispatchQueue.global().async(group: group) { [HOW self] in show(self.title) }
                }
            }
            func scenario() -> String {
                let group = DispatchGroup()
                nonisolated(unsafe) var shown = ""
                var view: View? = View()
                view?.load(group) { shown = $0 }
                view = nil
                group.wait()
                return shown
            }
            """
        let gone = try explore(text.replacingOccurrences(of: "HOW", with: "unowned"))
        #expect(gone.code == 1 && gone.output.contains("unowned reference"), "\(gone.output)")
        #expect(gone.output.contains("  hi"), "\(gone.output)")
        let kept = try explore(text.replacingOccurrences(of: "[HOW self] in ", with: ""))
        #expect(kept.code == 0 && kept.output.contains("Complete"), "\(kept.output)")
    }
}
