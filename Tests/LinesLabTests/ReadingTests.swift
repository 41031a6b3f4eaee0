import Foundation
import TestSupport
import Testing
@testable import LinesScenario

/// The reader of lab-lines, with files that are hard to read.
@Suite(.serialized, .startsProcesses) final class ReadingTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    private func file(_ bytes: [UInt8], chunkSize: Int = 4096) throws -> TextFile {
        let path = folder.appending(path: "text").path
        try Data(bytes).write(to: URL(filePath: path))
        return TextFile(path, chunkSize: chunkSize)
    }

    private func lines(_ file: TextFile) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try readLines(of: file) { lines.append(Array($0)) }
        return lines
    }

    /// As a program has them that splits the whole file.
    private func expected(_ bytes: [UInt8]) -> [[UInt8]] {
        var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map { Array($0) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    static let texts: [[UInt8]] = [
        [], Array("\n".utf8), Array("\n\n\n".utf8), Array("no newline".utf8), Array("one\n".utf8), Array("one\ntwo".utf8),
        Array("\nÄpfel\r\n\r\n駅\n🚆 naïve\n\n→".utf8), [0, 0, 10, 0, 65, 10, 0], [0xFF, 0xC3, 10, 0xA4, 0xE9, 0xA7, 10, 0xF0, 0x9F],
    ]

    @Test("With each size of a chunk, the lines are those of the file", arguments: texts)
    func everyChunkSize(_ bytes: [UInt8]) throws {
        for size in 1...max(2, bytes.count + 1) { #expect(try lines(file(bytes, chunkSize: size)) == expected(bytes), "\(size)") }
    }

    @Test("Random bytes, many of them newlines: the lines are those of the file")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let count = Int.random(in: 0...300, using: &generator)
            let bytes = (0..<count).map { _ -> UInt8 in [10, 65, 0, 0xC3, 0xA4][.random(in: 0..<5, using: &generator)] }
            #expect(try lines(file(bytes, chunkSize: .random(in: 1...40, using: &generator))) == expected(bytes), "\(bytes)")
        }
    }

    @Test("Lines of 10 MB, and 10 MB without a newline")
    func longLines() throws {
        let line = [UInt8](repeating: 65, count: 10 << 20)
        #expect(try lines(file(line)).map(\.count) == [10 << 20])
        #expect(try lines(file(line + [10] + line + [10, 66])).map(\.count) == [10 << 20, 10 << 20, 1])
    }

    @Test("A FIFO gives few bytes at a time: the lines are whole")
    func fifo() throws {
        let path = folder.appending(path: "fifo").path
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            let descriptor = open(path, O_WRONLY)
            for byte in "Grüße\naus der\nRöhre".utf8 {
                _ = withUnsafeBytes(of: byte) { write(descriptor, $0.baseAddress, 1) }
                usleep(200)
            }
            close(descriptor)
        }
        writer.start()
        #expect(try lines(TextFile(path)) == ["Grüße", "aus der", "Röhre"].map { Array($0.utf8) })
    }

    private func message(_ path: String) -> String {
        do { try readLines(of: TextFile(path)) { _ in } } catch { return "\(error)" }
        return ""
    }

    @Test("A missing file, a folder, and a file that fails in the middle are errors with the system's reason")
    func failures() throws {
        #expect(message("/nowhere/text") == "/nowhere/text cannot be opened: No such file or directory.")
        #expect(message(folder.path) == "\(folder.path) cannot be read: Is a directory.")
        // Nothing is mapped at its beginning.
        #expect(message("/proc/self/mem") == "/proc/self/mem cannot be read: Input/output error.")
    }

    @Test("A file without permission is an error", .enabled(if: geteuid() != 0, "root can read every file"))
    func permission() throws {
        let text = try file([65])
        chmod(text.path, 0)
        #expect(message(text.path) == "\(text.path) cannot be opened: Permission denied.")
    }

    @Test("An error of the code that gets the lines ends the reading")
    func stop() throws {
        struct Enough: Error {}
        var count = 0
        let text = try file(Array("a\nb\nc\n".utf8), chunkSize: 3)
        #expect(throws: Enough.self) {
            try readLines(of: text) { _ in
                count += 1
                if count == 2 { throw Enough() }
            }
        }
        #expect(count == 2)
    }

    @Test("1,000 rounds leave no memory and no descriptor behind, also those that fail")
    func leaks() throws {
        let text = try file(Array("ä\n".utf8) + [UInt8](repeating: 65, count: 10_000))
        func descriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
        func rounds(_ count: Int) {
            for _ in 0..<count {
                try? readLines(of: text) { _ in }
                try? readTornLines(of: text) { _ in }
                try? readBrokenCharacters(of: text) { _ in }
                _ = message("/nowhere/text")
                _ = message(folder.path)
            }
        }
        rounds(10)
        let before = try descriptors()
        // Other tests allocate memory at the same time, but not all the time; what is left behind grows each time. So the smallest growth counts.
        let few = 100 * 48
        var growth = Int.max
        for _ in 0..<500 where growth >= few {
            let live = Heap.liveBytes
            rounds(100)
            growth = min(growth, Heap.liveBytes - live)
        }
        #expect(growth < few, "\(growth) bytes in 100 rounds")
        #expect(try descriptors() < before + 100)
    }

    @Test("The generated text has the wanted size, is valid UTF-8, and ends without a newline", arguments: [65_536, 999_999, 2_100_001])
    func sample(_ size: Int) throws {
        let path = folder.appending(path: "sample").path
        let descriptor = creat(path, 0o600)
        try SampleText.write(bytes: size, to: descriptor, named: path)
        close(descriptor)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.utf8.count == size && text.utf8.last != 10)
        #expect(text.utf8.count { $0 == 10 } > size / 200)
    }

    @Test("A full disk is an error with the system's reason")
    func fullDisk() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        #expect { try SampleText.write(bytes: 100_000, to: descriptor, named: "The file") } throws: {
            "\($0)" == "The file cannot be written: No space left on device."
        }
    }
}
