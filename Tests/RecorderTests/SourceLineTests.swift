import Foundation
import Testing

@testable import Symbols

@Suite("Lines of the source that a program was built from") struct SourceLineTests {
    /// A source file, and a program that was built a number of seconds after it was written.
    private func lines<Result>(_ text: String, builtAfter seconds: Double, _ body: (inout SourceLines, String) throws -> Result) throws
        -> Result
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "interleave-lines-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "Photos.swift"), program = folder.appending(path: "photos")
        let written = Date(timeIntervalSince1970: 1_700_000_000)
        try Data(text.utf8).write(to: source)
        try Data().write(to: program)
        try FileManager.default.setAttributes([.modificationDate: written], ofItemAtPath: source.path)
        try FileManager.default.setAttributes([.modificationDate: written.addingTimeInterval(seconds)], ofItemAtPath: program.path)
        var lines = SourceLines(builtInto: program.path)
        return try body(&lines, source.path)
    }

    @Test("A line is returned without the blanks around it, with the line before it where the statement begins there")
    func text() throws {
        try lines("import Foundation\n\tlet gate = DispatchSemaphore(value: 1)  \nlet lock =\n    NSLock()\n", builtAfter: 1) {
            lines, path in
            #expect(lines.text(of: path, line: 2) == "let gate = DispatchSemaphore(value: 1)")
            #expect(lines.text(of: path, line: 4) == "let lock = NSLock()")
            #expect(lines.text(of: path, line: 99).isEmpty && lines.text(of: path, line: 0).isEmpty)
            #expect(lines.text(of: path + "x", line: 1).isEmpty && lines.text(of: "", line: 1).isEmpty)
        }
    }

    @Test("A file that was changed after the program was built gives no lines, since they may be others now")
    func stale() throws {
        try lines("let gate = DispatchSemaphore(value: 1)\n", builtAfter: -1) { lines, path in
            #expect(lines.text(of: path, line: 1).isEmpty)
        }
        try lines("let gate = DispatchSemaphore(value: 1)\n", builtAfter: 0) { lines, path in
            #expect(lines.text(of: path, line: 1) == "let gate = DispatchSemaphore(value: 1)")
        }
    }
}
