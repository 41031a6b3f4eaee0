import Foundation
import Glibc
import TestSupport
import Testing

/// A lab on a full disk, with an unwritable output, or with a trace path that is not a file.
@Suite(.startsProcesses) struct LabMisfortuneTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    private var lab: String { "\(Commands.buildFolder)/lab-barrier" }

    @Test(
        "A pipe or a device as the trace's file is refused before anything runs", arguments: ["--variant all", "--variant barrier"])
    func noOrdinaryFile(_ variants: String) throws {
        mkfifo(folder.file("pipe"), 0o600)
        mkfifo(folder.file("pipe-barrier"), 0o600)
        try Commands.shell("\(lab) --record \(folder.file("pipe")) \(variants) --check", in: folder)
            .expectMisuse("not an ordinary file", "--record")
        if variants.hasSuffix("barrier") {
            try Commands.shell("\(lab) --record /dev/null \(variants) --check", in: folder).expectMisuse("not an ordinary file")
        }
    }

    @Test(
        "A lab reports a TMPDIR without space, with the folder and the remedy, and leaves no files",
        .enabled(if: SmallDisk.canBeMade, SmallDisk.reason), arguments: ["full", "nearly full"])
    func fullDisk(_ state: String) throws {
        let disk = try #require(SmallDisk(size: "1m"))
        let filling = disk.folder.file("filling")
        _ = try Commands.shell("head -c \(state == "full" ? 2_000_000 : 700_000) /dev/zero > \(filling)", in: folder)
        let outcome = try Commands.run(
            lab, ["--variant", "serial", "--check"], in: folder, environment: ["TMPDIR": disk.folder.path])
        outcome.expectMisuse("not enough disk space", disk.folder.path, "TMPDIR")
        #expect(outcome.errors.ranges(of: "lab-barrier").count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path) == ["filling"])
    }

    @Test(
        "Results that cannot be written are an error with the true reason",
        arguments: ["--check", "--json", "--step", "--plain"], [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")])
    func noResults(_ form: String, _ place: (String, String)) throws {
        try Commands.shell("\(lab) --variant serial \(form) >\(place.0)", in: folder)
            .expectMisuse("could not be written to standard output: \(place.1)")
    }
}
