import Foundation
import System
import TestSupport
import Testing
import Trace

@testable import Grading

/// `interleave learn` as a student uses it: in a terminal, and in a pipe.
@Suite("interleave learn, with the real grader", .serialized, .startsProcesses, .takesTurns) struct LearnCommandTests {
    let home: String
    init() throws { home = try Samples.home() }

    private func own(_ exercise: Exercise) -> String { ExerciseFolder(exercise, in: home).ownPath }
    private func solution(_ exercise: Exercise) throws -> String {
        try String(contentsOfFile: ExerciseFolder(exercise, in: home).solutionPath, encoding: .utf8)
    }
    private func wrong(_ name: String, _ exercise: Exercise) throws -> String {
        try #require(try ExerciseFolder(exercise, in: home).wrongAttempts().first { $0.name == name }).attempt.text
    }

    /// The processes that work for this test's folder.
    private func processes() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            guard Int(name) != nil, let bytes = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(home)
        }
    }

    private func expectNoProcess(_ sourceLocation: SourceLocation = #_sourceLocation) {
        let deadline = ContinuousClock.now + .patience
        while ContinuousClock.now < deadline { if processes().isEmpty { return } }
        Issue.record("still running: \(processes())", sourceLocation: sourceLocation)
    }

    @Test(
        "In a terminal: fail, hint, steps, stop and continue, another size, reset, fix, pass, next, list, Ctrl-C",
        .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing))
    func student() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let screen = try TerminalScreen(columns: 80, rows: 24)
        func wait(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) {
            screen.wait("“\(words)”", sourceLocation: sourceLocation) { _ in screen.visible.contains(words) }
        }
        screen.wait(for: "ready>")
        screen.type("interleave learn 01 --home \(home); echo exit=$?")
        // The original code shows its mistake; the task stays visible.
        wait("The original code: not yet")
        #expect(screen.visible.contains("01 Once"))
        try Samples.write(try wrong("LooksTwice.swift", .once), own(.once))
        wait("after the save.  1 attempt")
        #expect(screen.visible.contains("Not yet. 5 of 10 points.") || screen.visible.contains("Not yet. "), "\(screen.visible)")
        screen.press("h")
        wait("Hint 1 of 3: A nudge")
        screen.press("v")
        wait("✗ ")
        screen.press("s")
        // The learner's own code, with the values.
        wait("── values ──")
        screen.press(".")
        screen.press("q")
        wait("after the save.  1 attempt")
        screen.press("C-z")
        screen.wait(for: "Stopped")
        screen.type("fg; echo exit=$?")
        wait("after the save.  1 attempt")
        screen.resize(columns: 100, rows: 30)
        wait("h hint  s step  n next  l list  t task  p play  g grade  r reset")
        screen.press("r")
        wait("y: yes")
        screen.press("y")
        wait("Your attempt is in")
        #expect(FileManager.default.fileExists(atPath: "\(home)/Exercises/.progress/attempts/01-once-1.swift"))
        try Data(solution(.once).utf8).write(to: URL(filePath: own(.once)), options: .atomic)
        wait("01-once: passed, 10 points.")
        #expect(screen.visible.contains("Your work: 2 attempts") && screen.visible.contains("1 hint"), "\(screen.visible)")
        screen.press("End")
        wait("static let shared = PhotoCatalogue()")
        screen.press("n")
        wait("02 Reader")
        screen.press("l")
        wait("✓ 01-once")
        screen.leave("C-c", until: "exit=130")
        screen.type("stty -a | tr ' ' '\\n' | grep -E '^-?(icanon|echo);?$' | tr '\\n' ' '; echo settings=shown")
        screen.wait(for: "icanon echo settings=shown")
        expectNoProcess()
    }

    /// - Parameter isElsewhere: whether the arguments name the folder with the exercises.
    private func start(
        _ arguments: [String], input: ChildProcess.Options.Stream, command: [String] = ["learn"], isElsewhere: Bool = false
    ) throws -> ChildProcess {
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 }
        options.standardInput = input
        options.standardOutput = .file("\(home)/output")
        options.standardError = .file("\(home)/errors")
        let place = isElsewhere ? [] : ["--home", home]
        return try ChildProcess.spawn(
            try LabProcess.path(of: "interleave"), arguments: command + arguments + place, options: options)
    }

    private var output: String { (try? String(contentsOfFile: "\(home)/output", encoding: .utf8)) ?? "" }

    private func wait(for words: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let deadline = ContinuousClock.now + .patience
        while ContinuousClock.now < deadline { if output.contains(words) { return } }
        Issue.record("“\(words)” did not come. The output:\n\(output)", sourceLocation: sourceLocation)
    }

    @Test("In a pipe: lines without escape codes; commands are lines; their end ends it with the code of the grade")
    func piped() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try Samples.write(try wrong("SharedCounter.swift", .applyStride), own(.applyStride))
        try Samples.write("h\nhint\ns\nl\nfly\n", "\(home)/input")
        var child = try start(["05"], input: .file("\(home)/input"))
        let end = child.wait(killingAfter: .patience)
        #expect(end.ending == .exited(code: 1) && !end.timedOut, "\(output)")
        let text = output
        for words in [
            "05-apply-stride: a parallel loop", "Not yet. ", "✗ ", "Hint 1 of 3", "Hint 2 of 3", "step by step:\n#1 ", "22-resume",
            "There is no command “fly”",
        ] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        #expect(!text.contains("Hint 3 of 3") && !text.contains("\u{1B}"))
        #expect(Progress.work(on: .applyStride, in: home).hints == 2)

        try Samples.write(try solution(.applyStride), own(.applyStride))
        try Samples.write("n\n", "\(home)/input")
        child = try start(["05"], input: .file("\(home)/input"))
        // The next exercise is not started: its original code does not pass.
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: 1))
        #expect(output.contains("Passed, ") && output.contains("Why it works") && output.contains("06-wait-for-callback:"), "\(output)")
        // The end of a line is not needed at the end of the input.
        try Samples.write("h", "\(home)/input")
        child = try start(["05"], input: .file("\(home)/input"))
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: 0))
        #expect(output.contains("Hint 1 of 3"), "\(output)")
    }

    @Test(
        "In a checkout that is read-only, it says so, grades, and keeps the run for the steps",
        .enabled(if: geteuid() == 0, "Only root can mount."))
    func readOnly() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: "\(home)/temporary", withIntermediateDirectories: true)
        try Samples.write(try wrong("SharedCounter.swift", .applyStride), own(.applyStride))
        try Samples.write("s\n", "\(home)/input")
        let interleave = try LabProcess.path(of: "interleave")
        let build = URL(filePath: interleave).deletingLastPathComponent().path
        let script = """
            for folder in '\(build)' '\(home)/Exercises'; do
                mount --bind "$folder" "$folder" && mount -o remount,ro,bind "$folder" || exit 99
            done
            TMPDIR='\(home)/temporary' exec '\(interleave)' learn 05 --home '\(home)'
            """
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.standardInput = .file("\(home)/input")
        options.standardOutput = .file("\(home)/output")
        options.standardError = .file("\(home)/errors")
        var child = try ChildProcess.spawn("/usr/bin/unshare", arguments: ["-m", "bash", "-c", script], options: options)
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: 1), "\(output)")
        let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Exercise.swift cannot be written (Read-only file system). To work on it, make a folder of"), "\(output)")
        #expect(words.contains("Not yet. ") && words.contains("step by step: #1 ") && !words.contains("was not kept"), "\(output)")
    }

    @Test("An exercise of another folder has its verdict, its hints and its progress there")
    func elsewhere() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        let folder = "\(home)/own"
        var child = try start(["01-demo", "--exercises", folder], input: .nothing, command: ["exercises", "new"], isElsewhere: true)
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: 0))
        try Samples.write("h\n", "\(home)/input")
        child = try start(["01-demo", "--exercises", folder], input: .file("\(home)/input"), isElsewhere: true)
        #expect(child.wait(killingAfter: .patience).ending == .exited(code: 1), "\(output)")
        #expect(output.contains("The original code: not yet") && output.contains("Hint 1 of 3"), "\(output)")
        #expect(FileManager.default.fileExists(atPath: "\(folder)/Exercises/.progress/01-demo.json"))
    }

    @Test("Without any input it watches until a signal ends it, and nothing is left running, even after SIGKILL")
    func background() throws {
        defer { try? FileManager.default.removeItem(atPath: home) }
        var child = try start(["05"], input: .nothing)
        wait(for: "The original code: not yet")
        try Data(solution(.applyStride).utf8).write(to: URL(filePath: own(.applyStride)), options: .atomic)
        wait(for: "Passed, ")
        child.kill(signal: SIGTERM)
        #expect(child.wait(killingAfter: .patience).ending == .killed(signal: SIGTERM))
        expectNoProcess()

        try Samples.write("func forEachIndex(below count: Int, _ body: (Int) -> Void) { while count >= 0 {} }\n", own(.applyStride))
        child = try start(["05"], input: .nothing)
        let deadline = ContinuousClock.now + .patience
        while processes().count < 2, ContinuousClock.now < deadline {}
        #expect(processes().count >= 2)
        _ = kill(child.processID, SIGKILL)
        child.wait()
        expectNoProcess()
    }
}
