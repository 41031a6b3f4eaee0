import Foundation
import TestSupport
import Testing
import Trace

/// Files that hand a run on: whole, or not there.
@Suite(.startsProcesses) struct ExportCommandTests {
    let folder: Folder
    private let trace: String
    init() throws {
        folder = try Folder()
        trace = folder.file("run.trace")
        var encoder = TraceEncoder()
        encoder.append(.threadStarted, at: 0, lane: 0, text: "main thread")
        for step in 1..<400 { encoder.append(.note, at: UInt64(step), lane: 0, text: "step \(step)") }
        try Data(encoder.encoded()).write(to: URL(fileURLWithPath: trace))
    }

    @Test("Each format is written whole, and replaces a file of its own kind, but no other file")
    func formats() throws {
        for (format, end) in [("html", "</html>\n"), ("svg", "</svg>\n"), ("chrome", "]}\n"), ("text", "\n")] {
            let file = folder.file("out.\(format)"), command = ["export", "--format", format, "-o", file]
            for _ in 0..<2 { #expect(try Commands.run(command + [trace], in: folder).code == 0) }
            #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix(end))
            try Data("my thesis".utf8).write(to: URL(fileURLWithPath: file))
            try Commands.run(command + [trace], in: folder).expectMisuse("would be overwritten", "--force")
        }
    }

    @Test("A full disk is named, and leaves no half file", .enabled(if: SmallDisk.canBeMade, SmallDisk.reason))
    func fullDisk() throws {
        let disk = try #require(SmallDisk(size: "8k"))
        let outcome = try Commands.run(["export", "--format", "html", "-o", disk.folder.file("run.html"), trace], in: folder)
        outcome.expectMisuse("No space left", "-o FILE")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) == [])
    }

    @Test("An unknown format names the formats")
    func unknown() throws {
        try Commands.run(["export", "--format", "pdf", trace], in: folder).expectMisuse("html", "svg", "chrome", "text")
    }
}
