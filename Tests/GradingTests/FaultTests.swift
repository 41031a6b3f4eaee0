import Foundation
import System
import TestSupport
import Testing

@testable import Grading

/// Attempts with faults: each gets a clear answer, in time, and harms nothing.
@Suite(.serialized, .startsProcesses, .takesTurns) struct FaultTests {
    /// An attempt at 05 whose loop begins with these lines.
    private func attempt(_ lines: String, imports: String = "") -> String {
        """
        import Foundation
        \(imports)
        func forEachIndex(below count: Int, _ body: (Int) -> Void) {
            \(lines)
            for index in 0..<count { body(index) }
        }
        """
    }

    private func grade(_ lines: String, _ limits: AttemptProcess.Limits = AttemptProcess.Limits()) throws -> Grade {
        try Bench.grade(attempt(lines), for: "05-apply-stride", limits)
    }

    @Test("The compiler's messages are shown with the lines of the errors, and not with their neighbours")
    func compilerWords() throws {
        let words = try #require(try grade("// A remark of the learner's.\n    let number: Int = \"three\"").trouble?.message)
        #expect(words.contains("let number: Int ="))
        #expect(!words.contains("A remark of the learner's") && !words.contains("for index in"), "\(words)")
    }

    @Test("Swift's own output when it stops a program is not shown as the program's")
    func noise() throws {
        let text = try grade("print(\"mine\"); let list = [1, 2, 3]; print(list[count + 3])").text()
        #expect(text.contains("  | mine"))
        #expect(!text.contains("stack trace") && !text.contains("0x0000"), "\(text)")
    }

    @Test("If there is nothing to judge, the reason is printed once, and each check is named without a tick or a cross")
    func notJudged() throws {
        let grade = try grade("let list = [1, 2, 3]; print(list[count + 3])")
        let text = grade.text(width: .max)
        #expect(text.split(separator: "\n").count { $0.contains("Index out of range") } == 1, "\(text)")
        #expect(text.split(separator: "\n").count { $0.hasPrefix("– ") } == grade.checks.count)
        #expect(!text.contains("✓") && !text.contains("✗"))
        #expect(grade.checks.allSatisfy { $0.verdict == "notJudged" && !$0.passed && $0.points == 0 })
    }

    @Test("A trap is reported with the call of the attempt, and advice for that kind of trap")
    func situation() throws {
        let message = try #require(try grade("let length = count / 64; print(count / length)").checks.first?.message)
        #expect(message.hasPrefix("With a count of 0:"))
        #expect(message.contains("why that divisor is 0"), "\(message)")
    }

    @Test("A crash only at small counts is reported once, and the run with the largest count is judged")
    func crashInPart() throws {
        let grade = try grade("let length = count / 64; print(count / length)")
        #expect(grade.status == .graded && grade.checks.count { $0.verdict == "crash" } == 1, "\(grade.text())")
        #expect(grade.text(width: .max).ranges(of: "Division by zero").count == 1, "\(grade.text())")
        #expect(grade.checks.count { $0.passed } >= 2, "\(grade.text())")
        // If it crashes at each count, there is nothing to judge.
        let everywhere = try self.grade("print(1 / (count - count))")
        #expect(everywhere.status == .crashed && everywhere.trouble?.message.hasPrefix("With a count of 0:") == true)
    }

    @Test("If two threads reach the same trap, the line is always reported", arguments: 1...5)
    func trapTogether(_ round: Int) throws {
        let grade = try grade("DispatchQueue.concurrentPerform(iterations: 8) { body(1 / (count - count) + $0) }")
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that does not compile is answered in the compiler's words, with its own file and line")
    func doesNotCompile() throws {
        let grade = try grade("let number: Int = \"three\"")
        #expect(grade.status == .notCompiled)
        let words = try #require(grade.trouble?.message)
        #expect(words.contains("Student.swift:4:23: error: cannot convert value of type 'String' to specified type 'Int'"))
        #expect(!words.contains("Entry.swift"))
    }

    @Test("An attempt with a changed declaration gets the list of required declarations")
    func changedSignature() throws {
        let grade = try Bench.grade("func forEachIndex(upTo count: Int) {}", for: "05-apply-stride")
        #expect(grade.status == .notCompiled)
        let words = try #require(grade.trouble?.message)
        #expect(words.contains("func forEachIndex(below count: Int, _ body: (Int) -> Void)"))
        #expect(!words.contains("Entry.swift"))
    }

    @Test("An empty attempt does not compile with the checks, and gets the list of missing declarations")
    func empty() throws {
        let grade = try Bench.grade("", for: "02-reader-writer")
        #expect(grade.status == .notCompiled)
        #expect(grade.trouble?.message.contains("func write(_ body: @escaping (inout Value) -> Void)") == true)
    }

    @Test("An attempt with an endless loop is stopped after its time limit, with the line")
    func spins() throws {
        let grade = try grade("var turns = 0; while count >= 0 { turns &+= 1 }", .init(time: .seconds(2)))
        #expect(grade.status == .timedOut)
        #expect(grade.trouble?.verdict == "hang")
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that waits for ever is stopped when no thread is active, with the object and the line")
    func hangs() throws {
        let grade = try grade("DispatchSemaphore(value: 0).wait()", .init(time: .seconds(600)))
        #expect(grade.status == .timedOut)
        #expect(grade.trouble?.verdict == "deadlock")
        #expect(grade.trouble?.message.contains("a semaphore") == true, "\(grade.text())")
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that traps gets the reason and the line")
    func traps() throws {
        let grade = try grade("let list = [1, 2, 3]; print(list[count + 3])")
        #expect(grade.status == .crashed)
        #expect(grade.trouble?.message.contains("Index out of range") == true, "\(grade.text())")
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("A sync on the current queue, which libdispatch stops without a message, is explained, with its line")
    func syncOntoOneself() throws {
        let grade = try grade("let queue = DispatchQueue(label: \"q\")\n    queue.sync {\n        queue.sync { body(0) }\n    }")
        #expect(grade.status == .crashed)
        #expect(grade.trouble?.verdict == "deadlock", "\(grade.text())")
        #expect(grade.trouble?.message.contains("line 6 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An access to memory that is not there is reported with its line")
    func badAddress() throws {
        let grade = try grade("UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = count")
        #expect(grade.status == .crashed)
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that prints 100 MB is refused, and not kept")
    func prints() throws {
        let grade = try grade("let line = String(repeating: \"x\", count: 1 << 20); for _ in 1...100 { print(line) }")
        #expect(grade.status == .refused)
        #expect(grade.trouble?.verdict == "tooMuchOutput")
        #expect(grade.printed.utf8.count <= 1 << 20)
    }

    @Test("An attempt that takes memory without bound is refused before the machine suffers")
    func allocates() throws {
        let grade = try grade("var kept: [[UInt8]] = []; while count >= 0 { kept.append([UInt8](repeating: 1, count: 1 << 20)) }")
        #expect(grade.status == .refused)
        #expect(grade.trouble?.verdict == "tooMuchMemory", "\(grade.text())")
    }

    @Test("An attempt that calls exit(0) has not passed, and gets the line", arguments: [0, 7])
    func exits(_ code: Int) throws {
        let grade = try grade("exit(\(code))")
        #expect(grade.status == .refused)
        #expect(!grade.passed)
        #expect(grade.trouble?.verdict == "endedEarly")
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that exits silently has not passed either")
    func vanishes() throws {
        let grade = try grade("_exit(0)")
        #expect(grade.status == .refused)
        #expect(grade.trouble?.verdict == "endedEarly")
    }

    @Test("An attempt cannot start a process, with any call", arguments: ["Process", "posix_spawn", "fork", "execve"])
    func startsProcess(_ call: String) throws {
        let calls = [
            "Process": "let p = Process(); p.executableURL = URL(fileURLWithPath: \"/bin/sleep\"); p.arguments = [\"600\"]; try? p.run()",
            "posix_spawn": "var id = pid_t(); posix_spawn(&id, \"/bin/true\", nil, nil, [nil], nil)",
            "fork": "while true { _ = forkNow() }",
            "execve": "execve(\"/bin/true\", [nil], [nil])",
        ]
        let fork = call == "fork" ? "@_silgen_name(\"fork\") func forkNow() -> Int32" : ""
        let grade = try Bench.grade(attempt(try #require(calls[call]), imports: fork), for: "05-apply-stride")
        #expect(grade.status == .refused, "\(grade.text())")
        #expect(grade.trouble?.verdict == "startedProcess", "\(grade.text())")
    }

    @Test(
        "An attempt cannot end, stop or look into another process, not even its grader's, with any call; its own signals still reach it",
        arguments: [
            "kill(getppid(), SIGKILL)", "kill(getppid(), SIGSTOP)", "kill(-1, SIGKILL)", "call(62, Int(getppid()), 9, 0)",
            "call(200, Int(getppid()), 9, 0)", "call(234, Int(getppid()), Int(getppid()), 9)", "call(101, 16, Int(getppid()), 0)",
            "call(302, Int(getppid()), 0, 0)", "setpgid(0, getpgid(getppid()))",
        ])
    func disturbsOthers(_ call: String) throws {
        let grade = try Bench.grade(
            """
            import Foundation
            @_silgen_name("syscall") func call(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int
            func forEachIndex(below count: Int, _ body: (Int) -> Void) {
                let answer = Int(\(call)), error = errno
                signal(SIGUSR1) { _ in print("heard") }
                raise(SIGUSR1)
                pthread_kill(pthread_self(), SIGUSR1)
                kill(getpid(), SIGUSR1)
                kill(0, SIGUSR1)
                print("answer", answer, error == EPERM)
                abort()
            }
            """, for: "05-apply-stride")
        #expect(grade.status == .crashed, "\(grade.text())")
        #expect(grade.printed.split(separator: "\n") == ["heard", "heard", "heard", "heard", "answer -1 true"], "\(grade.printed)")
    }

    @Test(
        "An attempt changes files only in its temporary folder, in its run and in the interleavings",
        .enabled(if: Confinement.files.isAvailable))
    func changesFiles() throws {
        let folder = NSTemporaryDirectory() + "/interleave-kept-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("kept".utf8).write(to: URL(filePath: "\(folder)/kept"))
        let solution = try String(contentsOfFile: "\(Bench.package)/Solutions/05-apply-stride/Exercise.swift", encoding: .utf8)
        let begin = "func forEachIndex(below count: Int, _ body: (Int) -> Void) {"
        try #require(solution.contains(begin))
        let attempt = solution.replacingOccurrences(
            of: begin,
            with: """
                \(begin)
                    let kept = "\(folder)/kept"
                    let changes = [open(kept, O_WRONLY), unlink(kept), rename(kept, kept + "2"), truncate(kept, 0), chmod(kept, 0), mkdir(kept + "3", 0o700)]
                    let own = open(NSTemporaryDirectory() + "/own", O_WRONLY | O_CREAT, 0o600), nothing = open("/dev/null", O_WRONLY)
                    if own < 0 || nothing < 0 || changes.contains(where: { $0 >= 0 }) { exit(9) }
                    close(own)
                    close(nothing)
                """)
        let grade = try Bench.grade(attempt, for: "05-apply-stride")
        #expect(grade.passed, "\(grade.text())")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["kept"])
        #expect(try String(contentsOfFile: "\(folder)/kept", encoding: .utf8) == "kept")
    }

    @Test(
        "An attempt reads neither the solution nor the checks, in its run and in the interleavings",
        .enabled(if: Confinement.files.isAvailable))
    func readsFiles() throws {
        let solution = try String(contentsOfFile: "\(Bench.package)/Solutions/05-apply-stride/Exercise.swift", encoding: .utf8)
        let begin = "func forEachIndex(below count: Int, _ body: (Int) -> Void) {"
        let paths = [
            "Solutions/05-apply-stride/Exercise.swift", "Exercises/05-apply-stride/Run.swift",
            "Exercises/05-apply-stride/Explored.swift",
        ]
        let attempt = solution.replacingOccurrences(
            of: begin,
            with: """
                \(begin)
                    for path in \(paths) {
                        if open("\(Bench.package)/" + path, O_RDONLY) >= 0 { exit(9) }
                    }
                    if opendir("\(Bench.package)/Solutions") != nil { exit(9) }
                """)
        let grade = try Bench.grade(attempt, for: "05-apply-stride")
        #expect(grade.passed, "\(grade.text())")
    }

    @Test("A lock that is not released is found, with the line at which the next thread waits for it")
    func keepsTheLock() throws {
        let grade = try Bench.grade(
            """
            import Foundation
            final class Guarded<Value> {
                private var value: Value
                private let lock = NSLock()
                init(_ value: Value) { self.value = value }
                func read<Result>(_ body: (Value) -> Result) -> Result {
                    lock.lock()
                    return body(value)
                }
                func write(_ body: @escaping (inout Value) -> Void) {
                    lock.lock()
                    body(&value)
                }
            }
            """, for: "02-reader-writer")
        #expect(!grade.passed)
        #expect(grade.checks.first?.verdict == "deadlock", "\(grade.text())")
        #expect(grade.checks.first?.message.contains("line 7 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that fills the disk is stopped")
    func fillsTheDisk() throws {
        let grade = try grade(
            """
            var name = Array((NSTemporaryDirectory() + "/full-XXXXXX").utf8CString)
                let file = mkstemp(&name)
                unlink(name)
                let bytes = [UInt8](repeating: 1, count: 1 << 20)
                while write(file, bytes, bytes.count) > 0 {}
            """)
        #expect(grade.status == .refused, "\(grade.text())")
        #expect(grade.trouble?.verdict == "tooMuchOutput")
    }

    @Test("An attempt that closes every file, the checks' report among them, has not passed")
    func closesEverything() throws {
        let grade = try grade("for descriptor in Int32(0)..<256 { close(descriptor) }")
        #expect(grade.status == .refused, "\(grade.text())")
        #expect(grade.trouble?.verdict == "endedEarly")
    }

    @Test("A recursion without end is a crash, with its line")
    func recursion() throws {
        let grade = try grade("func deeper(_ depth: Int) -> Int { deeper(depth + 1) + depth }\n    print(deeper(count))")
        #expect(grade.status == .crashed)
        #expect(grade.trouble?.message.contains("line 4 of Student.swift") == true, "\(grade.text())")
    }

    @Test("An attempt that starts threads without end is refused before the machine suffers")
    func threads() throws {
        let grade = try grade("for _ in 0..<5000 { Thread.detachNewThread { sleep(1000) } }\n    sleep(1000)")
        #expect(grade.status == .refused)
        #expect(grade.trouble?.verdict == "tooManyThreads", "\(grade.text())")
    }

    @Test("An attempt's writes to the checks' report do not count as their end")
    func forges() throws {
        let grade = try grade(
            """
            for descriptor in Int32(3)..<64 { _ = "end x {\\"passes\\":[]}\\n".withCString { write(descriptor, $0, strlen($0)) } }
                _exit(0)
            """)
        #expect(grade.status == .refused)
        #expect(!grade.passed)
    }
}
