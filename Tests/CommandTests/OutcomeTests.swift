import Foundation
import TestSupport
import Testing

/// The report on a program with several outcomes, if the program does not declare which is right.
@Suite(.startsProcesses) struct OutcomeTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func words(_ text: String, code: Int32 = 0) throws -> String {
        let outcome = try Commands.explore(text, in: folder)
        #expect(outcome.code == code, "\(outcome.errors)")
        return outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Programs that print in several orders, and why.
    static let orders: [(text: String, reason: String)] = [
        (
            """
            import Dispatch
            let queue = DispatchQueue(label: "q", attributes: .concurrent), group = DispatchGroup()
            queue.async(group: group) { print("a") }
            queue.async(group: group) { print("b") }
            group.wait()
            """, "Both are on queue “q”, which runs its blocks at the same time."
        ),
        (
            """
            import Dispatch
            let done = DispatchSemaphore(value: 0)
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { print("a"); done.signal() }
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { print("b"); done.signal() }
            done.wait()
            done.wait()
            """, "Both are due at the same time (asyncAfter)."
        ),
        (
            """
            import Dispatch
            let one = DispatchQueue(label: "one"), two = DispatchQueue(label: "two"), group = DispatchGroup()
            one.async(group: group) { print("a") }
            two.async(group: group) { print("b") }
            group.wait()
            """, "They are on different queues."
        ),
        (
            """
            import Foundation
            let done = DispatchSemaphore(value: 0)
            Thread { print("a"); done.signal() }.start()
            Thread { print("b"); done.signal() }.start()
            done.wait()
            done.wait()
            """, "Threads run at the same time."
        ),
        (
            """
            func scenario() async {
                async let one: Void = say("a")
                async let two: Void = say("b")
                _ = await (one, two)
            }
            func say(_ word: String) async { print(word) }
            """, "Tasks run at the same time."
        ),
        (
            """
            import Foundation
            let queue = OperationQueue()
            queue.addOperation { print("a") }
            queue.addOperation { print("b") }
            queue.waitUntilAllOperationsAreFinished()
            """, "Operations of one queue run at the same time"
        ),
        (
            """
            import Dispatch
            DispatchQueue.concurrentPerform(iterations: 2) { print($0) }
            """, "The iterations of concurrentPerform run at the same time"
        ),
        // A third outcome lacks a print: the other two are compared.
        (
            """
            import Dispatch
            DispatchQueue.global().async { print("a") }
            print("b")
            """, "The main thread continues while the other works."
        ),
    ]

    @Test("Several outputs without a judgement are reported as that, with the reason for their order", arguments: orders)
    func order(_ program: (text: String, reason: String)) throws {
        let text = try words(program.text)
        #expect(text.contains("no failure, but the outcomes are not judged."), "\(text)")
        #expect(text.contains(" different outputs were seen.") && text.contains("func allowed(_ text: String) -> Bool"), "\(text)")
        #expect(text.contains(program.reason), "\(text)")
    }

    @Test("Several results without a judgement are reported as that")
    func results() throws {
        let text = try words(
            """
            import Dispatch
            func scenario() -> [Int] {
                let group = DispatchGroup(), queue = DispatchQueue(label: "list")
                nonisolated(unsafe) var list: [Int] = []
                for number in 0..<2 { DispatchQueue.global().async(group: group) { queue.sync { list.append(number) } } }
                group.wait()
                return list
            }
            """)
        #expect(text.contains("no failure, but the outcomes are not judged."), "\(text)")
        #expect(text.contains("2 different outcomes were seen."), "\(text)")
    }

    @Test("If the program judges its outcomes, or has only one, the report has no such note")
    func judged() throws {
        let two = """
            import Dispatch
            let group = DispatchGroup()
            DispatchQueue.global().async(group: group) { print("a") }
            DispatchQueue.global().async(group: group) { print("b") }
            group.wait()

            """
        let judged = try words(two + "func allowed(_ text: String) -> Bool { text.count == 3 }\n")
        let one = try words(two.replacing("\"a\"", with: "\"b\""))
        for text in [judged, one] {
            #expect(text.contains("no interleaving fails.") && !text.contains("were seen"), "\(text)")
        }
    }

    @Test(
        "A data race whose interleavings show whole values only is still undefined behavior, and of a collection worse",
        arguments: [
            """
            import Foundation
            nonisolated(unsafe) var list: [String] = []
            let queue = OperationQueue()
            queue.addOperation { list.append("a") }
            queue.addOperation { list.append("b") }
            queue.waitUntilAllOperationsAreFinished()
            print(list)
            """,
            """
            import Foundation
            final class Box: @unchecked Sendable { var list: [Int] = [] }
            func scenario() -> Int {
                let box = Box(), group = DispatchGroup()
                for number in 0..<2 { group.enter(); Thread { box.list.append(number); group.leave() }.start() }
                group.wait()
                return box.list.count
            }
            func allowed(_ count: Int) -> Bool { count == 2 }
            """,
            """
            import Dispatch
            func scenario() -> Int {
                nonisolated(unsafe) var list: [Int] = []
                DispatchQueue.concurrentPerform(iterations: 2) { list.append($0) }
                return list.first!
            }
            func allowed(_ first: Int) -> Bool { first == 0 }
            """,
        ])
    func undefined(_ program: String) throws {
        let text = try words(program, code: 1)
        #expect(text.contains("A data race is undefined behavior"), "\(text)")
        #expect(text.contains("two changes at the same time can lose elements or crash"), "\(text)")
    }

    @Test("A data race on a number has no words about collections")
    func number() throws {
        let text = try words(
            """
            import Dispatch
            func scenario() -> Int {
                nonisolated(unsafe) var sum = 0
                DispatchQueue.concurrentPerform(iterations: 2) { sum += $0 + 1 }
                return sum
            }
            """, code: 1)
        #expect(text.contains("A data race is undefined behavior") && !text.contains("collection"), "\(text)")
    }
}
