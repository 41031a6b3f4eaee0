import Foundation
import TestSupport
import Testing
import Trace

/// The line of the source that is reported for each access to a variable.
@Suite(.startsProcesses) struct AccessLineTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Explored").path

    @Test("Each read and each write is reported with its own line, in any kind of statement or function")
    func lines() throws {
        let folder = try Folder(), file = "\(Self.sources)/lines.swift"
        let outcome = try Commands.run(["explore", "-o", folder.file("made.trace"), file], in: folder)
        #expect(outcome.code == 1, "\(outcome.output) \(outcome.errors)")
        let trace = try TraceReader.read(path: folder.file("made.trace"))
        // The second of the two threads: while the first one runs, no other thread shares the
        // variable.
        let lane = try #require(trace.events.last { $0.kind == .memoryWritten }?.lane)
        var told: [Int: Set<String>] = [:]
        for event in trace.events where event.lane == lane && [.memoryRead, .memoryWritten].contains(event.kind) {
            let line = event.place < 0 ? 0 : trace.places[Int(event.place)].call?.line ?? 0
            told[line, default: []].insert(event.kind == .memoryRead ? "reads" : "writes")
        }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        var expected: [Int: Set<String>] = [:]
        for (index, line) in lines.enumerated() {
            guard let mark = line.range(of: "  // ") else { continue }
            let words = Set(line[mark.upperBound...].components(separatedBy: ", "))
            if words.isSubset(of: ["reads", "writes"]) { expected[index + 1] = words }
        }
        #expect(expected.count > 70)
        for line in Set(expected.keys).union(told.keys).sorted() {
            #expect(told[line] == expected[line], "line \(line): \(lines.indices.contains(line - 1) ? lines[line - 1] : "")")
        }
    }
}
