import Foundation
import System
import TestSupport
import Testing

@testable import ImportScenario

@Suite("The import with a database that cannot be used", .startsProcesses) struct ImportFaultTests {
    /// A folder with a database, which is removed with all that is in it.
    private final class Place {
        let folder: URL
        var database: String { folder.appending(path: "stops.sqlite").path }

        init() throws { folder = try LabProcess.makeFolder() }
        deinit { try? FileManager.default.removeItem(at: folder) }

        func run(_ arguments: String...) throws -> LabProcess {
            try LabProcess("lab-import", ["--watch", "--rest", "0", "--database", database] + arguments)
        }

        /// Runs the lab from a shell, whose commands change its surroundings first.
        func shell(_ script: String, _ arguments: String...) throws -> LabProcess {
            try LabProcess("/bin/sh", ["-c", script, try LabProcess.path(of: "lab-import"), folder.path] + arguments)
        }

        var stops: Int { get throws { try StopStore(path: database, label: "test").count() } }

        /// The import is continued, and completes the list.
        func expectContinuation(after stops: Int) throws {
            let run = try run()
            #expect(run.ending == .exited(code: 0), "\(run.output)\(run.errors)")
            #expect(stops == 0 || run.output.contains("The database has \(stops) stops. The import continues after them."), "\(run.output)")
            #expect(try self.stops == 12_790)
        }
    }

    /// Three lines are damaged: one of the first ones, and two later.
    private func isWholeBatches(_ stops: Int) -> Bool { (0...3).contains { (stops + $0) % 250 == 0 } }

    private static let command = "\"$0\" --watch --rest 0 --database"

    @Test("The disk fills during the import: a message, whole batches are saved, and the rest follows", .enabled(if: getuid() == 0))
    func fullDisk() throws {
        let place = try Place()
        let run = try place.shell(
            """
            exec unshare -m sh -c 'mkdir "$1/small" && mount -t tmpfs -o size=700k tmpfs "$1/small" || exit 99
            \(Self.command) "$1/small/stops.sqlite"; code=$?; cp "$1"/small/stops.sqlite* "$1"; exit $code' "$0" "$1"
            """)
        guard run.ending != .exited(code: 99) else { return }
        #expect(run.ending == .exited(code: 2) && run.errors.contains("The disk is full. Free some space"), "\(run.output)\(run.errors)")
        let saved = try place.stops
        #expect(saved > 0 && saved < 12_790 && isWholeBatches(saved), "\(saved)")
        try place.expectContinuation(after: saved)
    }

    @Test("A file must not become larger than a limit: a message, whole batches are saved, and the rest follows")
    func limitedFile() throws {
        let place = try Place()
        // 512 bytes each.
        let run = try place.shell("trap '' XFSZ; ulimit -f 1200; exec \(Self.command) \"$1/stops.sqlite\"")
        #expect(run.ending == .exited(code: 2), "\(run.output)\(run.errors)")
        #expect(run.errors.contains("The disk is full.") || run.errors.contains("The disk does not take more data"), "\(run.errors)")
        let saved = try place.stops
        #expect(saved > 0 && saved < 12_790 && isWholeBatches(saved), "\(saved)")
        try place.expectContinuation(after: saved)
    }

    @Test("Another program holds a transaction: a message after two seconds, and nothing is lost")
    func locked() throws {
        let place = try Place()
        let store = try StopStore(path: place.database, label: "test")
        try store.save(upTo: 0) { _ in
            let run = try place.run()
            #expect(run.ending == .exited(code: 2), "\(run.output)")
            #expect(run.errors.contains("Another program is writing to the database."), "\(run.errors)")
        }
        try place.expectContinuation(after: 0)
    }

    @Test("A folder that cannot be written to, a folder that is not there, and a file that is not a database are named")
    func unusable() throws {
        let place = try Place()
        let script = """
            mkdir "$1/fixed" && if [ $(id -u) = 0 ]
            then exec unshare -m sh -c 'mount -t tmpfs -o ro tmpfs "$1/fixed" || exit 99; \(Self.command) "$1/fixed/a"' "$0" "$1"
            else chmod 555 "$1/fixed" && exec \(Self.command) "$1/fixed/a"; fi
            """
        let fixed = try place.shell(script)
        #expect(
            fixed.ending == .exited(code: 99) || fixed.ending == .exited(code: 2) && fixed.errors.contains("you can write to"),
            "\(fixed.output)\(fixed.errors)")
        let missing = try LabProcess("lab-import", ["--watch", "--database", "/nowhere/at/all"])
        #expect(missing.ending == .exited(code: 2) && missing.errors.contains("Choose a folder that exists"), "\(missing.errors)")
        try Data(repeating: 65, count: 5000).write(to: URL(filePath: place.database))
        let text = try place.run()
        #expect(text.ending == .exited(code: 2) && text.errors.contains("is not a database"), "\(text.errors)")
    }

    @Test("The process is killed: the saved batches are there, and a second import does the rest")
    func killed() throws {
        let place = try Place()
        var lab = try LabProcess.start("lab-import", ["--watch", "--rest", "100", "--database", place.database], in: place.folder)
        let deadline = ContinuousClock.now + .patience
        let output = place.folder.appending(path: "output")
        while ContinuousClock.now < deadline, try !String(contentsOf: output, encoding: .utf8).contains("line ") { usleep(20_000) }
        kill(lab.processID, SIGKILL)
        _ = lab.wait(killingAfter: .patience)
        let saved = try place.stops
        #expect(saved > 0 && saved < 12_790 && isWholeBatches(saved), "\(saved)")
        try place.expectContinuation(after: saved)
    }

    @Test("A complete database is left as it is")
    func complete() throws {
        let place = try Place()
        for _ in 1...2 { try place.expectContinuation(after: try FileManager.default.fileExists(atPath: place.database) ? place.stops : 0) }
    }

    @Test("A file of your own: bad lines are reported and skipped, and a file that cannot be read is named")
    func ownFile() throws {
        let place = try Place()
        let file = place.folder.appending(path: "own.txt")
        let lines = ["1,,A,,1,1", "2,,B", "3,,\"C,,1,1", "4,,D,,1,1", "5,,x\"E\",,1,1"].map { Data($0.utf8) } + [Data([0x36, 0x2C, 0xFF])]
        try Data(([Data("header".utf8)] + lines).joined(separator: [0x0A])).write(to: file)
        let run = try place.run("--file", file.path)
        #expect(run.ending == .exited(code: 0), "\(run.errors)")
        for words in [
            "complete, 2 stops, 4 lines skipped", "Skipped line 3: it has 3 fields, and a stop has at least 5.",
            "Skipped line 4: a quote is opened and not closed.",
            "Skipped line 6: there is a quote inside a field that does not begin with one.", "Skipped line 7: its text is not UTF-8.",
        ] { #expect(run.output.contains(words), "\(words)\n\(run.output)") }
        for path in ["/nowhere/stops.txt", place.folder.path] {
            let refused = try place.run("--file", path)
            #expect(refused.ending == .exited(code: 2) && refused.errors.contains("The file \(path) cannot be read: "), "\(refused.errors)")
        }
        let fifo = place.folder.appending(path: "fifo").path
        try #require(mkfifo(fifo, 0o600) == 0)
        for path in [fifo, "/dev/zero"] {
            let refused = try place.run("--file", path)
            #expect(refused.ending == .exited(code: 2) && refused.errors.contains("it is not an ordinary file"), "\(refused.errors)")
        }
    }
}
