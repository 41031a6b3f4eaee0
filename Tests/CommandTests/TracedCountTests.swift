import Foundation
import TestSupport
import Testing
import Trace

/// The trace of a program agrees with the program.
@Suite(.startsProcesses) struct TracedCountTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    @Test("Queues, operations and tasks have their names, and each has the number of items that the program submitted")
    func counts() throws {
        let (outcome, trace) = try Commands.trace(programs.everything, in: folder)
        let said = try #require(outcome.output.split(separator: "\n").first { $0.hasPrefix("tasks=") })
        var did: [String: Int] = [:]
        for pair in said.split(separator: " ") {
            let parts = pair.split(separator: "=")
            did[String(parts[0])] = Int(parts[1])
        }
        #expect(did.count == 4)
        for (label, count) in did where label != "tasks" {
            let queue = try #require(trace.queues.firstIndex { $0.label == label }, "no queue \(label)")
            let items = trace.items.filter { $0.queue == queue }
            #expect(items.count == count, "\(label)")
            #expect(items.allSatisfy { $0.began != nil && $0.ended != nil }, "\(label)")
        }
        #expect(trace.items.filter(\.isBarrier).count == 3)
        #expect(trace.tasks.count == did["tasks"])
        #expect(trace.damage == [])
        #expect(trace.droppedRecords == 0)
    }

    @Test("Operations appear by their names, with the operations that they waited for")
    func operations() throws {
        let (_, trace) = try Commands.trace(programs.everything, in: folder)
        let operations = trace.items.filter { $0.how == .operation }
        #expect(operations.map(\.label).sorted() == ["cook", "eat", "lay the table", "shop"])
        let eat = try #require(operations.first { $0.label == "eat" })
        #expect(eat.dependencies.map { trace.items[$0].label }.sorted() == ["cook", "lay the table"])
        for dependency in eat.dependencies.map({ trace.items[$0] }) {
            #expect(try #require(dependency.ended) <= #require(eat.began))
        }
    }

    @Test("view names the queues, operations and tasks of a program that was built elsewhere")
    func view() throws {
        let file = folder.file("t")
        _ = try Commands.run(["trace", "-o", file, "--", programs.everything], in: folder)
        let page = try Commands.run(["view", file, "--width", "160"], in: folder)
        #expect(page.code == 0, "\(page.errors)")
        for name in [
            "test.serial", "test.concurrent", "test.kitchen", "shop", "lay the table", "Counter", "7 tasks", "barrier", "Everything.swift",
        ]
        where name != "Everything.swift" {
            #expect(page.output.contains(name), "\(name)")
        }
        #expect(!page.output.contains("\u{1B}"))
        let table = page.output.split(separator: "\n").filter { $0.contains("test.serial ") && $0.contains("async") }
        #expect(table.count == 20)
    }

    @Test("export writes every item and event as a line of fields, to standard output or to a file")
    func export() throws {
        let (_, trace) = try Commands.trace(programs.everything, in: folder)
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".trace") })
        let text = try Commands.run(["export", "--format", "text", folder.file(file)], in: folder).output
        let lines = text.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("item\t") }.count == trace.items.count)
        #expect(lines.filter { $0.hasPrefix("event\t") }.count == trace.events.count)
        let outcome = try Commands.run(["export", "--format", "text", "-o", folder.file("out.txt"), folder.file(file)], in: folder)
        #expect(outcome.code == 0 && outcome.output == "")
        #expect(try String(contentsOfFile: folder.file("out.txt"), encoding: .utf8) == text)
    }

    @Test("A buffer that is too small keeps the end of the run, and says how many records it lost")
    func smallBuffer() throws {
        let (outcome, trace) = try Commands.trace(programs.faults, ["works", "100000"], in: folder, options: ["--buffer", "1M"])
        #expect(outcome.code == 0)
        #expect(trace.droppedRecords > 100_000)
        #expect(trace.items.last?.ended != nil)
        #expect(trace.damage == [])
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".trace") })
        #expect(try FileManager.default.attributesOfItem(atPath: folder.file(file))[.size] as? Int ?? .max < 2 << 20)
        let page = try Commands.run(["view", folder.file(file)], in: folder).output
        #expect(page.contains("could not be kept") && page.contains("nothing is missing from"))
        // The program has ended in order, and everything had ended by then.
        for claim in ["had not begun", "never started", "still running", "still waited", "Unfinished"] { #expect(!page.contains(claim)) }
        let steps = try Commands.run(["view", "--step", folder.file(file)], in: folder).output
        for claim in ["never started", "was still", "nothing was ahead"] { #expect(!steps.contains(claim)) }
    }
}
