import Foundation
import System
import TestSupport
import Testing

@Suite(.startsProcesses) struct ImportLabTests {
    @Test(
        "All claims hold with other parameters, too",
        arguments: Corpus.part([
            "--lines 1000", "--lines 1000 --save-every 1 --damaged 100", "--lines 2000 --save-every 12793 --progress-every 1",
            "--lines 3000 --save-every 333 --progress-every 7 --damaged 0",
        ]))
    func parameters(_ options: String) throws {
        for variant in ["main-thread", "one-save", "shared-connection", "batches", "cancel", "tasks"] {
            let run = try LabProcess("lab-import", ["--check", "--variant", variant] + options.split(separator: " ").map(String.init))
            #expect(run.ending == .exited(code: 0), "\(variant)\n\(run.output)\(run.errors)")
            #expect(run.leftovers.isEmpty)
        }
    }

    @Test("Each variant can be watched as plain lines, without an escape byte")
    func watching() throws {
        for variant in ["main-thread", "one-save", "every-row", "shared-connection", "batches", "tasks"] {
            let run = try LabProcess("lab-import", ["--watch", "--variant", variant, "--rest", variant == "batches" ? "10" : "0"])
            #expect(run.ending == .exited(code: 0), "\(run.errors)")
            #expect(run.output.contains("\(variant): complete, 12790 stops, 3 lines skipped\n"), "\(run.output)")
            #expect(run.output.contains("Skipped line 3: it has 1 field, and a stop has at least 5."))
            let told = run.lines.count { $0.hasPrefix("The progress bar is at line ") && $0.contains(" of 12794, and the list has ") }
            #expect(variant != "batches" || told >= 3)
            #expect(run.output.contains(#/time: \d+\.\d+ s, worst delay of a frame: \d+ ms\n/#), "\(run.output)")
            #expect(!run.output.utf8.contains(0x1B))
            #expect(run.leftovers.isEmpty)
        }
    }

    @Test("Numbers outside the ranges, and options without --watch, are refused with a reason")
    func refusals() throws {
        for (arguments, words) in [
            (["--lines", "12"], "from 1000 to 12793"), (["--save-every", "0"], "from 1 to 12793"), (["--damaged", "101"], "from 0 to 100"),
            (["--rest", "-1"], "from 0 to 1000"), (["--database", "a"], "--database needs --watch"),
            (["--file", "a", "--check"], "--file needs --watch"), (["--watch", "--check"], "exclude each other"),
        ] {
            let run = try LabProcess("lab-import", arguments)
            #expect(run.ending == .exited(code: 2) && run.errors.contains(words), "\(run.errors)")
        }
    }
}

/// The import in a real terminal.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct ImportTerminalTests {
    private func start(_ arguments: String, columns: Int = 80, rows: Int = 24) throws -> TerminalScreen {
        let screen = try TerminalScreen(
            running: "clear; env -u NO_COLOR COLORTERM=truecolor lab-import \(arguments); echo exit=$?", columns: columns, rows: rows)
        return screen
    }

    @Test("c cancels, r continues, keys scroll, q leaves; at 80×24, 160×50 and 20×5")
    func keys() throws {
        for (columns, rows) in [(80, 24), (160, 50)] {
            let screen = try start("--watch --rest 40", columns: columns, rows: rows)
            screen.wait("stops and a bar") { _ in screen.visible.contains("importing, ") && screen.visible.contains("##.") }
            screen.press("c")
            screen.wait("the cancelled import") { _ in screen.visible.contains("cancelled, ") && screen.visible.contains("are saved") }
            screen.press("g")
            screen.wait("the first stop") { _ in screen.visible.contains("Kunowice") }
            screen.press("r")
            screen.wait("the import goes on") { _ in screen.visible.contains("importing, ") }
            screen.resize(columns: 20, rows: 5)
            screen.resize(columns: columns, rows: rows)
            screen.wait("the complete list") { _ in
                screen.visible.contains("complete, 12790 stops") && screen.visible.contains("100 %")
            }
            screen.leave()
        }
    }

    @Test("Ctrl-C ends the frozen variant, too, and leaves no file")
    func interrupt() throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let screen = try TerminalScreen(
            running: "clear; TMPDIR=\(folder.path)/temporary lab-import --watch --variant main-thread --rest 500; echo exit=$?",
            columns: 80, rows: 24)
        screen.wait("the import") { _ in
            let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            return files.contains { $0.hasSuffix("database-wal") }
        }
        screen.leave("C-c", until: "exit=130")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary") == [])
    }
}
