import Foundation
import System
import TestSupport
import Testing

/// lab-lines as a learner runs it: its parameters, other files than the generated one, and faults.
@Suite(.startsProcesses) final class LinesLabTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lab-lines-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    private func expectAllHold(_ arguments: [String]) throws {
        let run = try LabProcess("lab-lines", ["--check"] + arguments)
        #expect(run.ending == .exited(code: 0), "\(arguments) \(run.output)\(run.errors)")
        #expect(run.lines.count >= 25 && !run.output.contains("✗"), "\(run.output)")
        #expect(run.leftovers.isEmpty)
    }

    @Test(
        "Every claim holds with small and large files and chunks",
        arguments: Corpus.part([
            ["--size", "64K"], ["--size", "65537", "--chunk", "16"], ["--chunk", "1M"], ["--chunk", "65537"], ["--size", "10M"],
            ["--size", "3M", "--chunk", "64K"],
        ]))
    func parameters(_ arguments: [String]) throws { try expectAllHold(arguments) }

    static let files: [(String, [UInt8])] = [
        ("empty", []), ("newlines", [UInt8](repeating: 10, count: 5000)), ("no newline", [UInt8](repeating: 65, count: 9000)),
        ("NUL bytes", [UInt8](repeating: 0, count: 5000) + [10] + [UInt8](repeating: 0, count: 5000)),
        ("not UTF-8", Array([[UInt8]](repeating: [0xFF, 0xC3, 10, 0xA4, 65], count: 3000).joined())),
        ("a long line", [66, 10] + [UInt8](repeating: 65, count: 10 << 20) + [10, 66]),
        ("600 short lines", Array(String(repeating: "ü\n", count: 600).utf8)),
        ("25,000 lines", Array(String(repeating: "Grüße\r\n", count: 25_000).utf8)),
    ]

    @Test("Every claim holds with a file of the learner", arguments: Corpus.part(files.indices))
    func ownFile(_ index: Int) throws {
        let path = folder.appending(path: Self.files[index].0).path
        try Data(Self.files[index].1).write(to: URL(filePath: path))
        let run = try LabProcess("lab-lines", ["--check", "--file", path])
        #expect(run.ending == .exited(code: 0), "\(Self.files[index].0): \(run.output)\(run.errors)")
    }

    private func expectRefused(_ arguments: [String], _ words: String..., environment: [String: String] = [:]) throws {
        let run = try LabProcess("lab-lines", ["--check"] + arguments, environment: environment)
        #expect(run.ending == .exited(code: 2) && run.output.isEmpty, "\(arguments) \(run.output)\(run.errors)")
        for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
    }

    @Test("A file that cannot be read several times is refused, with the reason and a suggestion")
    func refusedFiles() throws {
        let fifo = folder.appending(path: "fifo").path
        try #require(mkfifo(fifo, 0o600) == 0)
        let cure = "With --file, name a text file"
        try expectRefused(["--file", "/nowhere/text"], "/nowhere/text cannot be opened: No such file or directory.", cure)
        try expectRefused(["--file", folder.path], "is a folder", cure)
        try expectRefused(["--file", fifo], "is a FIFO, which can be read only once", cure)
        try expectRefused(["--file", "/dev/zero"], "/dev/zero is a device", cure)
        try expectRefused(["--file", "/nowhere", "--keep", "x"], "exclude each other")
        if geteuid() != 0 { try expectRefused(["--file", "/etc/shadow"], "Permission denied", cure) }
    }

    @Test("A place where no file can be generated is refused, with the reason and a suggestion")
    func refusedPlaces() throws {
        let present = folder.appending(path: "present").path
        try Data([65]).write(to: URL(filePath: present))
        try expectRefused(["--keep", present], "File exists", "name a new file")
        #expect(try Data(contentsOf: URL(filePath: present)) == Data([65]))
        try expectRefused(["--keep", "/nowhere/text"], "No such file or directory", "name a new file")
        try expectRefused(["--keep", "/dev/full"], "/dev/full cannot be written: No space left on device.", "--size")
        try expectRefused(["--keep", "/dev/null"], "/dev/null is a device", "name a new file")
    }

    @Test("A full disk is an error with a suggestion, and no file remains", .enabled(if: geteuid() == 0, "only root can make a disk"))
    func fullDisk() throws {
        let disk = folder.appending(path: "disk").path
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        guard mount("small", disk, "tmpfs", 0, "size=1m") == 0 else { return }
        defer { umount2(disk, Int32(MNT_DETACH)) }
        try expectRefused(["--keep", "\(disk)/text", "--size", "5M"], "No space left on device", "on a disk with more space")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk).isEmpty)
    }

    @Test("Sizes outside the ranges are refused with the range")
    func sizes() throws {
        for size in ["63K", "5G", "0", "-1", "", "M", "1.5M", "99999999999999999999G", "64KB", "١M"] {
            try expectRefused(["--size=\(size)"], "64K to 4G")
        }
        for size in ["15", "2M", "x"] { try expectRefused(["--chunk=\(size)"], "16 to 1M") }
    }

    @Test("--figures measures the three ways to read the file; --keep keeps it")
    func figures() throws {
        let path = folder.appending(path: "kept").path
        let run = try LabProcess("lab-lines", ["--figures", "--keep", path, "--size", "3M"])
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.utf8.count == 3 << 20)
        let count = text.utf8.count { $0 == 10 } + 1
        #expect(run.lines.count { $0.hasPrefix("  lines: \(count), time: ") } == 3, "\(run.output)")
        let heaps = run.output.matches(of: /heap at most: (\d+) KB/).compactMap { Int($0.1) }
        try #require(heaps.count == 3)
        #expect(heaps[0] > 3 << 10 && heaps[1] < 800 && heaps[2] < 800, "\(heaps)")
        let own = try LabProcess("lab-lines", ["--figures", "--file", path, "--variant", "chunks"])
        #expect(own.lines.count { $0.hasPrefix("  lines: \(count), ") } == 2, "\(own.output)")
        let wrong = try LabProcess("lab-lines", ["--figures", "--variant", "batches"])
        #expect(wrong.ending == .exited(code: 2) && wrong.errors.contains("whole-file and chunks only"), "\(wrong.errors)")
    }

    @Test("The generated file never remains, also if the lab is killed")
    func killed() throws {
        let place = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: place) }
        var lab = try LabProcess.start("lab-lines", ["--check", "--size", "1G", "--variant", "chunks"], in: place)
        let temporary = place.appending(path: "temporary").path
        func hasFiles() throws -> Bool { try !FileManager.default.subpathsOfDirectory(atPath: temporary).isEmpty }
        while try !hasFiles(), lab.wait(timeout: .milliseconds(1)) == nil {}
        lab.kill(signal: SIGINT)
        #expect(!lab.wait(killingAfter: .patience).timedOut)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
    }
}
