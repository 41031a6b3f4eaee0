import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct DeadlockLabTests {
    @Test("The circular wait of the locks has as many threads as the ring has accounts, and is named", arguments: [2, 3, 8])
    func ring(_ accounts: Int) throws {
        let run = try LabProcess("lab-deadlock", ["--check", "--variant", "abba", "--accounts", "\(accounts)"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.output.contains("threads in the circular wait: \(accounts) threads"))
        let line = try #require(run.lines.first { $0.contains("a name for each thread: ") })
        let words = line.components(separatedBy: "a name for each thread: ")[1].components(separatedBy: " (expected")[0]
        let names = words.components(separatedBy: " → ")
        #expect(names.count == accounts + 1 && names.first == names.last)
        #expect(Set(names) == Set((1...accounts).map { "transfer \($0)" }))
    }

    @Test("The fixes hold with the smallest and the largest ring, and with many photos", arguments: [2, 3, 8])
    func fixes(_ accounts: Int) throws {
        for variant in ["lock-by-lock", "lock-order", "try-lock", "sync-once", "main-notified"] {
            let options = ["--accounts", "\(accounts)", "--photos", accounts == 8 ? "20" : "1"]
            let run = try LabProcess("lab-deadlock", ["--check", "--variant", variant] + options)
            #expect(run.ending == .exited(code: 0), "\(variant): \(run.output)\(run.errors)")
        }
    }

    @Test("libdispatch stops a thread that waits for itself, and leaves the other circles alone")
    func endings() throws {
        let run = try LabProcess("lab-deadlock", ["--check"])
        for variant in ["sync-self", "ask-queue"] { #expect(run.output.contains("\(variant): the process dies: it died of SIGILL")) }
        for variant in ["concurrent-read", "two-queues", "main-waits", "own-queue", "abba"] {
            #expect(run.output.contains("\(variant): the process hangs: it did not end in time, and the lab stopped it"))
        }
        #expect(run.leftovers.isEmpty)
    }
}
