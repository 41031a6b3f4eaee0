/// An attempt that means harm: it forges a grade, breaks out, or uses up the machine.
struct HostileAttempt: Sendable, CustomStringConvertible {
    /// The effect that it wants.
    var name: String
    /// Code outside of the function, and lines at the beginning of the function.
    var declarations = ""
    var lines = ""
    /// How far it gets, and the verdict; an empty verdict is any.
    var status: String
    var verdict = ""
    /// Words that its grade must contain, and a line that it must print: the answer of the system.
    var says = ""
    var prints = ""

    var description: String { name }

    /// An attempt at 05-apply-stride that calls `body` for each index, one after the other: without
    /// the harm it passes 3 checks, which the starter passes too.
    var source: String {
        """
        import Foundation
        \(declarations)
        func forEachIndex(below count: Int, _ body: (Int) -> Void) {
            \(lines)
            for index in 0..<count { body(index) }
        }
        """
    }

    static let all: [HostileAttempt] = forgeries + shadows + escapes + floods + leftovers

    /// Attempts that want a grade that they have not earned.
    private static let forgeries = [
        HostileAttempt(name: "exits with 0", lines: "exit(0)", status: "refused", verdict: "endedEarly"),
        HostileAttempt(name: "exits without cleaning up", lines: "_exit(0)", status: "refused", verdict: "endedEarly"),
        HostileAttempt(
            name: "prints what a pass prints", lines: "print(\"05-apply-stride: passed, 10 points.\")", status: "graded",
            says: "0 of 10 points"),
        HostileAttempt(
            name: "traps with the words of a pass", lines: "fatalError(\"05-apply-stride: passed, 10 points.\")", status: "crashed"),
        HostileAttempt(
            name: "writes to every descriptor",
            lines: "for file in Int32(3)..<64 { _ = \"end x {}\\n\".withCString { write(file, $0, strlen($0)) } }; _exit(0)",
            status: "refused", verdict: "endedEarly"),
        HostileAttempt(
            name: "empties what it can write to, and exits",
            lines: "for file in Int32(3)..<64 { ftruncate(file, 0) }; exit(0)", status: "refused", verdict: "endedEarly"),
        HostileAttempt(
            name: "calls the end of the checks by its symbol",
            declarations: "@_silgen_name(\"$s14ExerciseChecks10AttemptRunO3endys5NeverOxSERzlFZ\") func end(_ seen: Int) -> Never",
            lines: "end(10)", status: "refused", verdict: "reachesBeneath", says: "ExerciseChecks"),
        HostileAttempt(
            name: "starts the checks again by their symbol",
            declarations: "@_silgen_name(\"$s14ExerciseChecks10AttemptRunO5beginyyFZ\") func begin()", lines: "begin()", status: "refused",
            verdict: "reachesBeneath"),
        HostileAttempt(
            name: "finds a symbol while it runs", lines: "if dlsym(nil, \"interleave_stop\") != nil { exit(0) }", status: "refused",
            verdict: "reachesBeneath", says: "dlsym"),
        HostileAttempt(
            name: "stops the recorder", declarations: "@_silgen_name(\"interleave_stop\") func stopRecording()", lines: "stopRecording()",
            status: "refused", verdict: "reachesBeneath"),
        HostileAttempt(
            name: "writes remarks into the recording",
            declarations: "@_silgen_name(\"interleave_note\") func note(_ text: UnsafePointer<CChar>)", lines: "note(\"count 3 ends\")",
            status: "refused", verdict: "reachesBeneath"),
        HostileAttempt(
            name: "asks the environment whether it is explored",
            lines: "if getenv(\"SWIFT_DETERMINISTIC_HASHING\") != nil { return }", status: "refused", verdict: "reachesBeneath",
            says: "getenv"),
        HostileAttempt(
            name: "asks Foundation whether it is explored",
            lines: "if ProcessInfo.processInfo.environment[\"SWIFT_DETERMINISTIC_HASHING\"] != nil { return }", status: "refused",
            verdict: "reachesBeneath", says: "environment"),
        HostileAttempt(
            name: "lists the loaded libraries", declarations: "@_silgen_name(\"dl_iterate_phdr\") func list(_: Int, _: Int) -> Int32",
            lines: "_ = list(0, 0)", status: "refused", verdict: "reachesBeneath"),
    ]

    /// Attempts that take the place of what judges them.
    private static let shadows = [
        HostileAttempt(name: "imports the checks", declarations: "import ExerciseChecks", status: "notCompiled", says: "ExerciseChecks"),
        HostileAttempt(
            name: "asks whether it is judged", declarations: "#if canImport(ExerciseChecks)\n#error(\"judged\")\n#endif", status: "graded",
            says: "0 of 10 points"),
        HostileAttempt(
            name: "declares a type of the checks", declarations: "enum ApplyStrideRun { static func run(_: Any) -> Never { exit(0) } }",
            status: "graded", says: "0 of 10 points"),
        HostileAttempt(
            name: "declares a public type of the checks",
            declarations: "public enum ApplyStrideRun { public static func run(_: Any) -> Never { exit(0) } }", status: "graded",
            says: "0 of 10 points"),
        HostileAttempt(
            name: "has a main function of its own", declarations: "@main struct Mine { static func main() { print(\"mine\") } }",
            status: "refused", verdict: "reachesBeneath", says: "main"),
        HostileAttempt(
            name: "takes the place of dispatch_apply",
            declarations:
                "@_cdecl(\"dispatch_apply\") public func apply(_ count: Int, _ queue: UnsafeRawPointer?, _ body: UnsafeRawPointer) {}",
            status: "refused", verdict: "reachesBeneath", says: "dispatch_apply"),
        HostileAttempt(
            name: "takes the place of prctl", declarations: "@_cdecl(\"prctl\") public func control(_ option: Int32) -> Int32 { 0 }",
            status: "refused", verdict: "reachesBeneath", says: "prctl"),
        HostileAttempt(
            name: "takes the place of dlsym",
            declarations: "@_silgen_name(\"dlsym\") public func find(_ handle: UnsafeRawPointer?, _ name: UnsafeRawPointer) -> Int { 0 }",
            status: "refused", verdict: "reachesBeneath", says: "dlsym"),
        HostileAttempt(
            name: "takes the place of the start of the program",
            declarations: "@_cdecl(\"__libc_start_main\") public func start() -> Int32 { 0 }", status: "refused", verdict: "reachesBeneath",
            says: "__libc_start_main"),
        HostileAttempt(
            name: "takes the place of a function of Swift",
            declarations: "@_silgen_name(\"$sSS2eeoiySbSS_SStFZ\") public func same(_ one: String, _ other: String) -> Bool { true }",
            status: "refused", verdict: "reachesBeneath"),
        HostileAttempt(
            name: "takes the place of swift_retain",
            declarations: "@_cdecl(\"swift_retain\") public func keep(_ object: Int) -> Int { object }",
            status: "refused", verdict: "reachesBeneath", says: "swift_retain"),
    ]

    /// Attempts that reach what is not theirs. `prints` is the system's answer.
    private static let escapes = [
        HostileAttempt(
            name: "reads the solution",
            lines:
                "print(\"read:\", (try? String(contentsOfFile: \"PACKAGE/Solutions/05-apply-stride/Exercise.swift\", encoding: .utf8)) ?? \"no\")",
            status: "graded", prints: "read: no"),
        HostileAttempt(
            name: "reads the checks",
            lines:
                "print(\"read:\", FileManager.default.contents(atPath: \"PACKAGE/Exercises/05-apply-stride/Run.swift\")?.count ?? 0)",
            status: "graded", prints: "read: 0"),
        HostileAttempt(
            name: "lists the folder of the package",
            lines: "print(\"read:\", (try? FileManager.default.contentsOfDirectory(atPath: \"PACKAGE\"))?.count ?? 0)", status: "graded",
            prints: "read: 0"),
        HostileAttempt(
            name: "changes the checks", lines: "print(\"opened:\", open(\"PACKAGE/Exercises/05-apply-stride/Run.swift\", O_WRONLY))",
            status: "graded", prints: "opened: -1"),
        HostileAttempt(
            name: "changes a file through a symbolic link",
            lines: """
                let link = NSTemporaryDirectory() + "/link"
                    symlink("PACKAGE/README.md", link)
                    print("opened:", open(link, O_WRONLY | O_APPEND))
                """, status: "graded", prints: "opened: -1"),
        HostileAttempt(
            name: "opens a connection", lines: "print(\"socket:\", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))", status: "graded",
            prints: "socket: -1"),
        HostileAttempt(
            name: "connects to a local service", lines: "print(\"socket:\", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))",
            status: "graded", prints: "socket: -1"),
        HostileAttempt(name: "kills its parent", lines: "print(\"kill:\", kill(getppid(), SIGKILL))", status: "graded", prints: "kill: -1"),
        HostileAttempt(name: "kills all", lines: "print(\"kill:\", kill(-1, SIGKILL))", status: "graded", prints: "kill: -1"),
        HostileAttempt(
            name: "traces its parent",
            declarations: "@_silgen_name(\"syscall\") func call(_ number: Int, _ first: Int, _ second: Int, _ third: Int) -> Int",
            lines: "print(\"trace:\", call(101, 16, Int(getppid()), 0))", status: "graded", prints: "trace: -1"),
        HostileAttempt(
            name: "forks by a system call",
            declarations: "@_silgen_name(\"syscall\") func call(_ number: Int) -> Int", lines: "_ = call(57)", status: "refused",
            verdict: "startedProcess"),
        HostileAttempt(
            name: "leaves its process group", lines: "print(\"session:\", setsid())", status: "graded", prints: "session: -1"),
        HostileAttempt(
            name: "patches its own code",
            lines: "UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: #dsohandle) + 0x1000)!.storeBytes(of: 0, as: UInt64.self)",
            status: "crashed"),
    ]

    /// Attempts that use up the machine.
    private static let floods = [
        HostileAttempt(name: "spins", lines: "while count >= 0 {}", status: "timedOut"),
        HostileAttempt(name: "sleeps for ever", lines: "sleep(100_000)", status: "timedOut"),
        HostileAttempt(name: "stops itself", lines: "raise(SIGSTOP)", status: "timedOut"),
        HostileAttempt(
            name: "prints without end", lines: "while true { print(String(repeating: \"x\", count: 4000)) }", status: "refused",
            verdict: "tooMuchOutput"),
        HostileAttempt(
            name: "allocates without end",
            lines: "var all: [[UInt8]] = []; while true { all.append([UInt8](repeating: 1, count: 1 << 24)) }",
            status: "refused", verdict: "tooMuchMemory"),
        HostileAttempt(
            name: "starts threads without end", lines: "while true { Thread.detachNewThread { sleep(1000) } }", status: "refused",
            verdict: "tooManyThreads"),
        HostileAttempt(
            name: "compiles without end",
            declarations: "let table: [Any] = ["
                + (0..<60).map { "[\($0): [1.0 + \($0) * 2 - (3 / \($0)), -\($0) ^ 1 << 2 * 3]]" }.joined(separator: ", ") + "]",
            status: "notCompiled"),
        HostileAttempt(
            name: "uses up memory while it is compiled",
            declarations: "let table: [[Int]] = [\(Array(repeating: "[1]", count: 250_000).joined(separator: ","))]",
            status: "notCompiled", says: "needed more than 2 GB of memory"),
    ]

    /// Attempts that leave something behind.
    private static let leftovers = [
        HostileAttempt(
            name: "nests folders",
            lines: """
                guard chdir(NSTemporaryDirectory()) == 0 else { exit(9) }
                    for _ in 0..<3000 { mkdir("a-folder-with-a-long-name", 0o700); chdir("a-folder-with-a-long-name") }
                """, status: "refused", verdict: "tooManyFiles"),
        HostileAttempt(
            name: "fills the disk with many files",
            lines: """
                guard chdir(NSTemporaryDirectory()) == 0 else { exit(9) }
                    let words = [UInt8](repeating: 1, count: 1 << 20)
                    for number in 0..<80 {
                        let file = open("file \\(number)", O_WRONLY | O_CREAT, 0o600)
                        write(file, words, words.count)
                        close(file)
                    }
                """, status: "refused", verdict: "tooManyFiles"),
        HostileAttempt(
            name: "leaves a folder that cannot be changed",
            lines: """
                let folder = NSTemporaryDirectory() + "/closed"
                    mkdir(folder, 0o700)
                    close(open(folder + "/file", O_WRONLY | O_CREAT, 0o600))
                    print("closed:", chmod(folder, 0))
                """, status: "graded", prints: "closed: -1"),
        HostileAttempt(
            name: "leaves shared memory", lines: "print(\"shared:\", shm_open(\"/interleave-left\", O_RDWR | O_CREAT, 0o600))",
            status: "graded",
            prints: "shared: -1"),
        HostileAttempt(
            name: "leaves shared memory of System V", lines: "print(\"shared:\", shmget(77_777, 4096, 0o1600))", status: "graded",
            prints: "shared: -1"),
        HostileAttempt(
            name: "leaves work for the end of the process", lines: "atexit { while true {} }", status: "graded"),
        HostileAttempt(
            name: "ignores all signals", lines: "for number in Int32(1)..<32 { signal(number, SIG_IGN) }", status: "graded"),
    ]
}
