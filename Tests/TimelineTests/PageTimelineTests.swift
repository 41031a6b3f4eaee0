import Foundation
import TestSupport
import Testing
import Trace

/// The timelines on the pages of the labs, and on pages of the folder `docs`, are drawn from real runs. The folder `Recorded` keeps them.
///
/// With `INTERLEAVE_RECORD_GOLDEN=1`, a trace in that folder (`barrier-serial.trace`) becomes the run of its name, and the pages get the
/// drawings of now.
@Suite("Pages show the timelines that they speak of") struct PageTimelineTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let recorded = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
    private static let records = ProcessInfo.processInfo.environment["INTERLEAVE_RECORD_GOLDEN"] == "1"

    /// A page, and the first word in the names of its runs.
    struct Page: Sendable, CustomTestStringConvertible {
        var path: String
        var name: String
        var testDescription: String { path }

        var file: URL { PageTimelineTests.root.appending(path: path) }

        func lines() throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }

        func excerpts() throws -> [PageExcerpt] { PageExcerpt.all(in: try lines()) }
    }

    /// The page of each lab (a folder with a `main.swift`), and the pages in `docs` that have such a timeline.
    static let pages: [Page] = {
        func names(_ folder: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []).sorted()
        }
        let labs = names("Labs").filter { FileManager.default.fileExists(atPath: root.appending(path: "Labs/\($0)/main.swift").path) }
        let documents = names("docs").filter { $0.hasSuffix(".md") }.map { Page(path: "docs/\($0)", name: String($0.dropLast(3))) }
        return labs.map { Page(path: "Labs/\($0)/README.md", name: $0.lowercased()) }
            + documents.filter { (try? $0.excerpts().isEmpty) == false }
    }()

    private func run(_ page: Page, _ excerpt: PageExcerpt) throws -> Trace {
        let file = Self.recorded.appending(path: "\(page.name)-\(excerpt.run).txt")
        let trace = file.deletingPathExtension().appendingPathExtension("trace")
        if Self.records, FileManager.default.fileExists(atPath: trace.path) {
            try RecordedRun(traceFile: trace).text.write(to: file, atomically: true, encoding: .utf8)
            try FileManager.default.removeItem(at: trace)
        }
        return try RecordedRun(text: String(contentsOf: file, encoding: .utf8)).trace()
    }

    @Test("Each timeline on a page is what its recorded run looks like, and a lab's page has one", arguments: pages)
    func timelines(_ page: Page) throws {
        var lines = try page.lines()
        let excerpts = PageExcerpt.all(in: lines)
        #expect(!excerpts.isEmpty, "\(page.path) shows no timeline.")
        for excerpt in excerpts.reversed() {
            let run = try run(page, excerpt)
            #expect(run.damage == [])
            let drawn = try excerpt.drawn(from: run)
            #expect(drawn.count <= PageExcerpt.mostLines, "\(excerpt.run): a reader should see the point in two seconds.")
            if Self.records {
                lines.replaceSubrange(excerpt.lines, with: drawn)
            } else {
                let shown = lines[excerpt.lines].joined(separator: "\n"), now = drawn.joined(separator: "\n")
                #expect(
                    shown == now,
                    """
                    \(page.path) shows another timeline of \(excerpt.run) (- the page, + drawn now):
                    \(difference(shown, now))
                    If the drawing of now is right: INTERLEAVE_RECORD_GOLDEN=1 swift test --skip-build --filter PageTimelineTests
                    """)
            }
        }
        if Self.records { try lines.joined(separator: "\n").write(to: page.file, atomically: true, encoding: .utf8) }
    }

    @Test("Each recorded run is on a page")
    func runs() throws {
        let named = try Self.pages.flatMap { page in try page.excerpts().map { "\(page.name)-\($0.run).txt" } }
        let kept = try FileManager.default.contentsOfDirectory(atPath: Self.recorded.path).filter { $0.hasSuffix(".txt") }
        #expect(Set(kept) == Set(named))
    }
}
