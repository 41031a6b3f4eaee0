import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct PriorityLabTests {
    @Test(
        "Every claim of the lab holds, with the shortest and the longest times, with few and many photos",
        arguments: Corpus.part([
            [], ["--photos", "2", "--cycles", "1"], ["--photos", "12", "--cycles", "8"], ["--weather", "11", "--communication", "20"],
            ["--weather", "25", "--communication", "90"], ["--communication", "74"], ["--communication", "75"],
        ]))
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-priority", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.count >= 30)
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("The first reset comes when the communication task computes for 75 ms")
    func firstReset() throws {
        func resets(_ communication: Int) throws -> String {
            let run = try LabProcess("lab-priority", ["--variant", "inversion", "--check", "--communication", "\(communication)"])
            return run.lines.first { $0.contains("resets by the watchdog") }.map(String.init) ?? ""
        }
        #expect(try resets(74).contains("0 of 2 cycles"))
        #expect(try resets(75).contains("2 of 2 cycles"))
    }

    @Test("The timeline of the inversion has a lane for each task, and the page tells each reset once")
    func page() throws {
        let run = try LabProcess("lab-priority", ["--variant", "inversion", "--width", "140"])
        for lane in ["watchdog", "bus ", "communication", "weather"] {
            #expect(run.lines.contains { $0.hasPrefix(lane) && $0.contains("│") }, "\(run.output)")
        }
        #expect(run.output.contains("bus waits for `busLock`") && run.output.contains("weather waits for the processor"))
        #expect(run.lines.count { $0.contains("The watchdog resets the computer.") } == 2)
        #expect(run.output.contains("of simulated time"))
    }

    @Test("The steps tell the preemption, the inherited priority, and its end; the times are the same in each run")
    func steps() throws {
        let inversion = try LabProcess("lab-priority", ["--variant", "inversion", "--step", "--width", "160"])
        #expect(inversion.output.contains("weather: is preempted: communication is ready and has a higher priority"))
        let arguments = ["--variant", "inheritance", "--step", "--width", "160"]
        let runs = try (1...2).map { _ in try LabProcess("lab-priority", arguments).output }
        #expect(runs[0] == runs[1])
        for words in [
            "weather: inherits priority 30 from bus, which waits for a lock that this thread holds",
            "weather: has its own priority 10 again",
            "communication: is ready, and waits for the processor: weather has it",
        ] { #expect(runs[0].contains(words), "\(runs[0])") }
    }

    @Test("The variants on the simulated processor are not explored, and the lab says why")
    func notExplored() throws {
        let run = try LabProcess("lab-priority", ["--explore", "--variant", "inversion"])
        #expect(run.ending == .exited(code: 2) && run.errors.contains("strict priorities"), "\(run.errors)")
    }
}
