import Foundation
import System
import TestSupport
import Testing

@Suite(.startsProcesses, .takesTurns) struct PhotosLabTests {
    static let faults = [
        "cut": "the connection was lost", "truncated": "not a whole PNG file", "wrong-length": "the connection was lost",
        "garbage": "not a whole PNG file", "absurd": "it claims to have 30000 x 30000 pixels", "huge": "the file is too large",
        "redirect": "the server redirects in a loop", "failing": "the server answered 500", "silent": "the server did not answer",
    ]

    @Test("With each fault, the rows say what is wrong, and the remaining work is done", arguments: Corpus.part(faults.keys.sorted()))
    func fault(_ kind: String) throws {
        for variant in ["operations", "tasks"] {
            let run = try LabProcess("lab-photos", ["--script", "--variant", variant, "--fault", kind])
            #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
            #expect(run.output.contains(try #require(Self.faults[kind])), "\(run.output)")
            #expect(run.output.contains("404: the server has no such photo"))
            #expect(try figure("filtered", in: run) >= 5)
        }
    }

    @Test("Operations claim with a fault what they claim without one", arguments: ["cut", "huge", "redirect"])
    func claims(_ kind: String) throws {
        let run = try LabProcess("lab-photos", ["--check", "--variant", "completion-blocks", "--fault", kind])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
    }

    @Test("With 2,000 rows, the memory does not grow: only pictures near the screen are kept")
    func memory() throws {
        let run = try LabProcess("lab-photos", ["--json", "--variant", "operations", "--rows", "2000", "--stops", "25"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let variant = try #require((report["variants"] as? [[String: Any]])?.first)
        let seen = try #require(variant["observations"] as? [String: Any])
        func number(_ key: String) throws -> Double { try #require(seen[key] as? Double) }
        #expect(try number("rows") == 2000)
        #expect(try number("fetched") >= 100)
        #expect(try number("picturesHeld") <= 3 * number("rowsOnScreen"))
        // A hundred photos that are kept would be 20 megabytes.
        #expect(try number("memoryAtEnd") - number("memoryAtStart") < 15)
    }

    @Test("--script has the figures of each variant, and no escape byte")
    func script() throws {
        let run = try LabProcess("lab-photos", ["--script"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        #expect(
            run.lines.filter { !$0.hasPrefix(" ") } == [
                "main-thread", "all-rows", "operations", "completion-blocks", "tasks", "wrong-thread",
            ])
        for words in ["frames: ", "worst frame: ", "over 16 ms: ", "fetched: ", "filtered: ", "cancelled: ", "never seen: "] {
            #expect(run.lines.count { $0.contains(words) } == 5, "\(words)")
        }
        #expect(!run.output.utf8.contains(0x1B))
    }

    @Test("A server that dies in the middle leaves rows with a message, and the lab ends normally")
    func deadServer() throws {
        // The list must have arrived, which takes longer on a slow machine. The photos take much longer.
        for tries in 0..<12 {
            let (endsInOrder, output, errors) = try withServer(killedAfter: .milliseconds(200 << tries))
            let isTooEarly = ["The list of photos could not be loaded: the connection was lost.", "The photo server could not be started"]
            if isTooEarly.contains(where: errors.contains) { continue }
            #expect(endsInOrder && output.contains("the connection was lost"), "\(output)\(errors)")
            return
        }
        Issue.record("The list never arrived.")
    }

    private func withServer(killedAfter time: Duration) throws -> (endsInOrder: Bool, output: String, errors: String) {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var lab = try LabProcess.start(
            "lab-photos", ["--script", "--variant", "operations", "--rows", "400", "--stops", "20"], in: folder)
        let deadline = ContinuousClock.now + .patience
        var server: pid_t?
        while server == nil, ContinuousClock.now < deadline { server = Self.child(of: lab.processID, named: "photo-server") }
        Thread.sleep(forTimeInterval: time / .seconds(1))
        kill(try #require(server), SIGKILL)
        let end = lab.wait(killingAfter: .patience)
        let output = try String(contentsOf: folder.appending(path: "output"), encoding: .utf8)
        let errors = try String(contentsOf: folder.appending(path: "errors"), encoding: .utf8)
        #expect(!end.timedOut)
        return (end.ending == .exited(code: 0), output, errors)
    }

    @Test("Numbers outside the ranges, and forms that exclude each other, are refused with a reason")
    func refusals() throws {
        let rows = try LabProcess("lab-photos", ["--rows", "1000000"])
        #expect(rows.ending == .exited(code: 2) && rows.errors.contains("from 1 to 100000"))
        let width = try LabProcess("lab-photos", ["--width", "0"])
        #expect(width.ending == .exited(code: 2) && width.errors.contains("from 40 to 400"))
        let fault = try LabProcess("lab-photos", ["--fault", "nonsense"])
        #expect(fault.ending == .exited(code: 2) && fault.errors.contains("garbage"), "\(fault.errors)")
        let piped = try LabProcess("lab-photos", ["--scroll"])
        #expect(piped.ending == .exited(code: 2) && piped.errors.contains("--script"))
        for arguments in [["--scroll", "--script"], ["--scroll", "--check"], ["--script", "--json"]] {
            let run = try LabProcess("lab-photos", arguments)
            #expect(run.ending == .exited(code: 2) && run.errors.contains("exclude each other"), "\(run.errors)")
        }
    }

    private func figure(_ name: String, in run: LabProcess) throws -> Int {
        let match = try #require(run.output.firstMatch(of: try Regex("\(name): ([0-9]+)", as: (Substring, Substring).self)))
        return try #require(Int(match.output.1))
    }

    static func child(of parent: pid_t, named name: String) -> pid_t? {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.first { process in
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
            guard let end = status.lastIndex(of: ")"), status.contains("(\(name.prefix(15)))") else { return false }
            return status[end...].split(separator: " ").dropFirst(2).first.flatMap { pid_t($0) } == parent
        }
    }
}
