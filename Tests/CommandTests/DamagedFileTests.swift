import Foundation
import TestSupport
import Testing

/// Files that are not traces, or incomplete ones, through the real commands.
@Suite(.startsProcesses, .takesTurns) struct DamagedFileTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private func commands(_ path: String) -> [[String]] {
        [
            ["view", "--plain", path], ["view", "--step", path], ["view", "--lanes", "threads", "--ascii", path],
            ["export", "--format", "text", path], ["export", "--format", "html", path],
        ]
    }

    /// Either the file is read as far as possible, or the commands report what is wrong with it.
    private func expectAnAnswer(_ bytes: Data, _ words: String) throws {
        let path = folder.file("damaged")
        try bytes.write(to: URL(fileURLWithPath: path))
        for command in commands(path) {
            let outcome = try Commands.run(command, in: folder)
            #expect(!outcome.timedOut, "\(words), \(command)")
            if outcome.code != 0 { outcome.expectMisuse("damaged") }
        }
    }

    private func trace() throws -> Data {
        let path = folder.file("whole")
        let outcome = try Commands.run(["trace", "-o", path, "--", Programs.all().everything], in: folder)
        try #require(outcome.code == 0)
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test("A file that is missing, empty, a folder, a device or something else is named, with the error and its byte")
    func noTraces() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file("empty")))
        try Data("import Dispatch\n".utf8).write(to: URL(fileURLWithPath: folder.file("text.swift")))
        for (path, word) in [
            (folder.file("missing"), "no such file"), (folder.file("empty"), "empty"), (folder.path, "folder"),
            ("/dev/zero", "not a regular file"),
            (folder.file("text.swift"), "byte 0"),
        ] {
            for command in commands(path) {
                let outcome = try Commands.run(command, in: folder)
                outcome.expectMisuse(path)
                #expect(outcome.errors.lowercased().contains(word), "\(outcome.errors)")
            }
        }
    }

    @Test("A trace that was cut off anywhere is shown as far as possible, or refused")
    func truncated() throws {
        let whole = try trace()
        var generator = SplitMix64(seed: 7)
        let lengths =
            [1, 7, 8, 31, 4095, 4096, 4097, 4160, whole.count - 1]
            + (0..<12).map { _ in Int.random(in: 1..<whole.count, using: &generator) }
        for length in lengths { try expectAnAnswer(whole.prefix(length), "cut at \(length)") }
    }

    @Test("A trace with randomly changed bytes is shown with its errors, or refused")
    func changed() throws {
        let whole = try trace()
        var generator = SplitMix64(seed: 11)
        for round in 0..<12 {
            var bytes = whole
            for _ in 0..<(round < 6 ? 20 : 2_000) {
                let range = round.isMultiple(of: 3) ? 8..<4_200 : 4_096..<bytes.count
                bytes[bytes.startIndex + Int.random(in: range, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            try expectAnAnswer(bytes, "changed, round \(round)")
        }
    }

    @Test("Random bytes are not a trace, with or without a trace's first eight bytes")
    func random() throws {
        var generator = SplitMix64(seed: 13)
        for round in 0..<6 {
            var bytes = Data((0..<(round * 7_000 + 100)).map { _ in UInt8.random(in: 0...255, using: &generator) })
            if round.isMultiple(of: 2) { bytes.replaceSubrange(0..<8, with: Data("INTRLEAV".utf8)) }
            try expectAnAnswer(bytes, "random, round \(round)")
        }
    }

    @Test("A reader that closes the pipe ends the command without a message")
    func closedPipe() throws {
        _ = try trace()
        for command in ["view --plain", "view --step", "export --format text"] {
            let outcome = try Commands.shell("\(Commands.interleave) \(command) \(folder.file("whole")) | head -1", in: folder)
            #expect(outcome.output.split(separator: "\n").count == 1, "\(command)")
            #expect(outcome.errors == "", "\(command)")
        }
    }

    @Test("Results that cannot be written are a reported error")
    func fullOutput() throws {
        _ = try trace()
        for command in ["view --plain", "export --format text", "export --format text -o /dev/full"] {
            let outcome = try Commands.shell("\(Commands.interleave) \(command) \(folder.file("whole")) > /dev/full", in: folder)
            outcome.expectMisuse("No space left")
        }
    }
}
