import Foundation
import TestSupport
import Testing

/// Ctrl-Z during an exploration.
@Suite(.startsProcesses) struct SuspendedExplorationTests {
    /// Many executions: with the budget below, it does not end by itself within a test.
    private static let long = """
        import Dispatch

        func scenario() -> Int {
            var sum = 0
            let lock = DispatchSemaphore(value: 1)
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                for _ in 0..<6 {
                    lock.wait()
                    sum += number
                    lock.signal()
                }
            }
            return sum
        }
        """

    @Test(
        "Ctrl-Z stops the explored program together with interleave, `fg` continues both, and Ctrl-C still gives the results so far",
        .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing))
    func suspended() throws {
        let folder = try Folder()
        try Self.long.write(toFile: folder.file("long.swift"), atomically: false, encoding: .utf8)
        let screen = try TerminalScreen(running: "clear; \(Commands.interleave) explore \(folder.file("long.swift")) --budget 1000000000")
        screen.wait("progress") { $0.contains("explored ") }
        screen.press("C-z")
        // (The word "Stopped" can be broken: the line of the progress comes before it.)
        screen.wait(for: "[1] +")
        // The states of the processes that interleave has started: T is stopped.
        screen.type("clear; echo states: $(ps -o stat= --ppid $(pgrep -f 'explore \(folder.file("long.swift"))' | head -1)) .")
        screen.wait("the state of the explored program") { text in
            guard let line = text.split(separator: "\n").last(where: { $0.hasPrefix("states:") && $0.hasSuffix(".") }) else { return false }
            let states = line.dropFirst("states:".count).dropLast().split(separator: " ")
            return !states.isEmpty && states.allSatisfy { $0.hasPrefix("T") }
        }
        screen.type("clear; fg")
        screen.wait("progress again") { $0.contains("explored ") }
        screen.press("C-c")
        screen.wait(for: "Not complete")
    }
}
