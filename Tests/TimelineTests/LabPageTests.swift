import Foundation
import TestSupport
import Testing
import Trace

/// The timelines on the pages of the labs are drawn from real runs, which the folder `Recorded` keeps.
///
/// With `INTERLEAVE_RECORD_GOLDEN=1`, a trace in that folder (`barrier-serial.trace`) becomes the run of its name, and the pages get the
/// drawings of now.
@Suite("The pages of the labs show the timelines that they speak of") struct LabPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let recorded = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
    private static let records = ProcessInfo.processInfo.environment["INTERLEAVE_RECORD_GOLDEN"] == "1"

    /// "Barrier" and the others: a folder with a `main.swift` is a lab.
    static let labs: [String] = {
        let folder = root.appending(path: "Labs").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/main.swift") }.sorted()
    }()

    private func page(of lab: String) -> URL { Self.root.appending(path: "Labs/\(lab)/README.md") }

    private func lines(ofPage lab: String) throws -> [String] {
        try String(contentsOf: page(of: lab), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func run(_ lab: String, _ variant: String) throws -> Trace {
        let file = Self.recorded.appending(path: "\(lab.lowercased())-\(variant).txt")
        let trace = file.deletingPathExtension().appendingPathExtension("trace")
        if Self.records, FileManager.default.fileExists(atPath: trace.path) {
            try RecordedRun(traceFile: trace).text.write(to: file, atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(at: trace)
        }
        return try RecordedRun(text: String(contentsOf: file, encoding: .utf8)).trace()
    }

    @Test("Each timeline on a page is what its recorded run looks like; each page has one", arguments: labs)
    func excerpts(_ lab: String) throws {
        var lines = try lines(ofPage: lab)
        let excerpts = PageExcerpt.all(in: lines)
        #expect(!excerpts.isEmpty, "Labs/\(lab)/README.md shows no timeline.")
        for excerpt in excerpts.reversed() {
            let run = try run(lab, excerpt.variant)
            #expect(run.damage == [])
            let drawn = try excerpt.drawn(from: run)
            #expect(drawn.count <= PageExcerpt.mostLines, "\(excerpt.variant): a reader should see the point in two seconds.")
            if Self.records {
                lines.replaceSubrange(excerpt.lines, with: drawn)
            } else {
                let shown = lines[excerpt.lines].joined(separator: "\n"), now = drawn.joined(separator: "\n")
                #expect(
                    shown == now,
                    """
                    Labs/\(lab)/README.md shows another timeline of \(excerpt.variant) (- the page, + drawn now):
                    \(difference(shown, now))
                    If it is right now: INTERLEAVE_RECORD_GOLDEN=1 swift test --skip-build --filter LabPageTests
                    """)
            }
        }
        if Self.records { try lines.joined(separator: "\n").write(to: page(of: lab), atomically: true, encoding: .utf8) }
    }

    @Test("Each recorded run is on a page")
    func runs() throws {
        let named = try Self.labs.flatMap { lab in
            PageExcerpt.all(in: try lines(ofPage: lab)).map { "\(lab.lowercased())-\($0.variant).txt" }
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: Self.recorded.path).filter { $0.hasSuffix(".txt") }
        #expect(Set(kept) == Set(named))
    }
}
