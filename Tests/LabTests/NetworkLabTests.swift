import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct NetworkLabTests {
    @Test(
        "Every claim of the lab holds, for other parameters too",
        arguments: Corpus.part([
            ["--photos", "24", "--limit", "1"], ["--limit", "4", "--latency", "1"], ["--latency", "200", "--patience", "2"],
        ]))
    func check(_ arguments: [String]) throws {
        let run = try LabProcess("lab-network", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(run.lines.allSatisfy { EveryLabTests.held.contains($0.prefix(2)) })
    }

    @Test("Each fault of the server has a clear message, and all other photos arrive")
    func faults() throws {
        let run = try LabProcess("lab-network", ["--variant", "faults", "--width", "100"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        for message in [
            "/photos/cofee.png: 404: the server has no such photo", "/failing/500: the server answered 500",
            "/cut/camera.png: the connection ended too early", "/wrong-length/chelsea.png: the connection ended too early",
            "/truncated/camera.png: the end of the photo is missing", "/garbage: the answer is not a photo",
            "/silent: the server did not answer in time", "3 photos are shown.",
        ] {
            #expect(run.output.contains(message), "\(run.output)")
        }
    }

    @Test("The step log tells that the operations that were queued when the user left begin no request")
    func steps() throws {
        let run = try LabProcess("lab-network", ["--variant", "cancel", "--step", "--width", "200"])
        let lines = run.output.split(separator: "\n")
        let cancelled = try #require(lines.firstIndex { $0.contains("cancels operation") }, "\(run.output)")
        #expect(!lines[cancelled...].contains { $0.contains("`underWay`") && $0.contains(" enters") })
    }
}
