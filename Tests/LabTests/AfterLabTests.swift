import TestSupport
import Testing

@Suite(.startsProcesses) struct AfterLabTests {
    @Test("--histogram counts each block in a bar of two pictures, and no block is early", arguments: [2, 100])
    func histogram(_ prompts: Int) throws {
        let run = try LabProcess("lab-after", ["--histogram", "--prompts", "\(prompts)"])
        #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
        let counts = run.lines.compactMap { $0.firstMatch(of: #/^ +(early|[0-9.-]+ ms|from 50 ms) +(\d+)/#) }
            .map { (range: String($0.1), count: Int($0.2) ?? 0) }
        #expect(counts.count == 24, "\(run.output)")
        #expect(counts.reduce(0) { $0 + $1.count } == 2 * 5 * prompts)
        #expect(counts.filter { $0.range == "early" }.map(\.count) == [0, 0])
        #expect(!run.output.utf8.contains(0x1B))
    }

    @Test("--histogram with another form, or with too many blocks, is refused with a reason")
    func refusals() throws {
        let form = try LabProcess("lab-after", ["--histogram", "--check"])
        #expect(form.ending == .exited(code: 2) && form.errors.contains("--histogram"))
        let many = try LabProcess("lab-after", ["--histogram", "--prompts", "100000"])
        #expect(many.ending == .exited(code: 2) && many.output.isEmpty)
    }

    @Test("A cancelled work item that has ended is named in the log")
    func cancelledLate() throws {
        let run = try LabProcess("lab-network", ["--variant", "work-items", "--step", "--width", "200"])
        #expect(run.output.contains("it has already ended, so nothing changes"), "\(run.output)")
        #expect(!run.output.contains("something happens to an item"))
    }
}
