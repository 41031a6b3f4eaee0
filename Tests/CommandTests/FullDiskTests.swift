import Foundation
import Glibc
import TestSupport
import Testing
import Trace

/// A disk of a few kilobytes: a file system in memory, which only root can make.
final class SmallDisk {
    let folder: Folder
    private let isMounted: Bool

    init?(size: String) {
        guard geteuid() == 0, let folder = try? Folder(), mount("small", folder.path, "tmpfs", 0, "size=\(size)") == 0 else { return nil }
        self.folder = folder
        isMounted = true
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }

    static let canBeMade = SmallDisk(size: "64k") != nil
    static let reason: Comment = "a small file system can be made by root only, where mounting is allowed"
}

@Suite(.startsProcesses) struct FullDiskTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    @Test("A disk without space for a trace is refused before the program runs", .enabled(if: SmallDisk.canBeMade, SmallDisk.reason))
    func noRoom() throws {
        let disk = try #require(SmallDisk(size: "512k"))
        let file = disk.folder.file("t")
        try Commands.run(["trace", "-o", file, "--", programs.everything], in: folder).expectMisuse("no space", "-o FILE")
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("A disk with little space gets a smaller trace, with a message", .enabled(if: SmallDisk.canBeMade, SmallDisk.reason))
    func littleRoom() throws {
        let disk = try #require(SmallDisk(size: "4m"))
        let file = disk.folder.file("t")
        let outcome = try Commands.run(["trace", "-o", file, "--", programs.faults, "works", "50000"], in: folder)
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("3 MiB of records instead of 64M"))
        let trace = try TraceReader.read(path: file)
        #expect(trace.damage == [])
        #expect(trace.droppedRecords > 0)
        #expect(try Commands.run(["view", file], in: folder).code == 0)
    }

    @Test(
        "A disk that fills up while the program runs harms neither the program nor the trace",
        .enabled(if: SmallDisk.canBeMade, SmallDisk.reason))
    func fillsUp() throws {
        let disk = try #require(SmallDisk(size: "4m"))
        let file = disk.folder.file("t")
        // The program itself fills the remaining space.
        let script = "head -c 8000000 /dev/zero > \(disk.folder.file("rest")) 2>/dev/null; exec \(programs.everything) 5"
        let outcome = try Commands.run(["trace", "-o", file, "--", "/bin/sh", "-c", script], in: folder)
        #expect(outcome.code == 5)
        #expect(outcome.output.contains("test.kitchen=4"))
        #expect(outcome.errors.contains("nothing was recorded"))
    }

    @Test("An exploration says that there is no space on the disk, and nothing else", .enabled(if: SmallDisk.canBeMade, SmallDisk.reason))
    func noRoomToExplore() throws {
        let disk = try #require(SmallDisk(size: "64k"))
        try Data("func scenario() -> Int { 1 }".utf8).write(to: URL(filePath: folder.file("program.swift")))
        // (More than the disk has.)
        _ = try Commands.run("/bin/sh", ["-c", "head -c 1000000 /dev/zero > \(disk.folder.file("rest")); true"], in: folder)
        let outcome = try Commands.run(["explore", folder.file("program.swift")], in: folder, environment: ["TMPDIR": disk.folder.path])
        outcome.expectMisuse("no space", "TMPDIR")
        #expect(!outcome.errors.contains("scenario()"))
    }
}
