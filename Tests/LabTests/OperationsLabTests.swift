import Foundation
import TestSupport
import Testing

/// Tests of `lab-operations` and `lab-dependencies` alone.
@Suite(.startsProcesses) struct OperationsLabTests {
    @Test(
        "Every claim holds, with the smallest and with the largest parameters",
        arguments: Corpus.part([
            ("lab-operations", ["--numbers", "10"]), ("lab-operations", ["--numbers", "5000"]),
            ("lab-dependencies", ["--latency", "1"]), ("lab-dependencies", ["--latency", "500"]),
        ]))
    func check(_ lab: String, _ arguments: [String]) throws {
        let run = try LabProcess(lab, ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 25)
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The page shows what the operations printed: on which thread they run, and how their numbers mix")
    func printed() throws {
        let byHand = try LabProcess("lab-operations", ["--variant", "start"])
        #expect(byHand.output.contains("counting: Main thread = 1, current thread = 1"), "\(byHand.output)")
        #expect(byHand.output.contains("counting: Count = 0 ... 999"))
        let mixed = try LabProcess("lab-operations", ["--variant", "counting"])
        let whole = ["first", "second"].filter { mixed.output.contains("\($0): Count = 0 ... 999\n") }
        #expect(whole.count < 2, "\(mixed.output)")
        #expect(!mixed.output.contains("current thread = 1"))
    }

    @Test("The steps say which operation another one waits for, and that a cancelled one releases it")
    func steps() throws {
        let diamond = try LabProcess("lab-dependencies", ["--variant", "diamond", "--step", "--width", "200"])
        #expect(diamond.output.contains("operation show must wait until operation frame has ended"), "\(diamond.output)")
        let cancelled = try LabProcess("lab-dependencies", ["--variant", "cancelled", "--step", "--width", "200"])
        #expect(cancelled.output.contains("operations that depend on it can start"), "\(cancelled.output)")
    }

    @Test("Exploring the cycle names both operations; the removed dependency is named as the cause")
    func explored() throws {
        let cycle = try LabProcess("lab-dependencies", ["--explore", "--variant", "cycle", "--width", "300"])
        #expect(
            cycle.output.contains("operation download coffee.png and operation filter coffee.png wait for each other for ever"),
            "\(cycle.output)")
        let removed = try LabProcess("lab-dependencies", ["--explore", "--variant", "removed", "--width", "300"])
        let words = removed.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Operation frame is in a queue and never became ready"), "\(removed.output)")
    }
}
