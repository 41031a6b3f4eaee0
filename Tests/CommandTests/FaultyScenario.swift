import Testing

/// A scenario that fails, or that cannot be explored, and the words of its report.
struct FaultyScenario: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var code: Int32
    /// The output must contain all of them.
    var words: [String]

    init(_ description: String, _ text: String, code: Int32 = 2, _ words: String...) {
        testDescription = description
        self.text = text
        self.code = code
        self.words = words
    }

    /// Calls that leave the process, or wait outside of it: each is refused immediately, with the
    /// call and its line.
    static let outside: [FaultyScenario] =
        [
            .init(
                "a stack whose memory is given away",
                "import Glibc\nfunc scenario() {\n    var local = 0\n    withUnsafeMutableBytes(of: &local) { bytes in\n        _ = munmap(UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: bytes.baseAddress!) & ~4095)!, 4096)\n    }\n}\n",
                "signal 11", "munmap"),
            .init(
                "memory of malloc that is written over",
                "import Glibc\nfunc scenario() {\n    let memory = malloc(64)!\n    memset(memory, 0x41, 4096)\n    free(memory)\n    for size in 0..<100 { free(malloc(size * 16)) }\n}\n",
                "damaged malloc's memory"),
            .init("SIGKILL to itself", "import Glibc\nfunc scenario() { kill(getpid(), SIGKILL) }\n", ":2", "kill"),
            .init("a raised SIGTERM", "import Glibc\nfunc scenario() { raise(SIGTERM) }\n", ":2", "raise"),
            .init(
                "fork by another name",
                "import Glibc\n@_silgen_name(\"vfork\") func copied() -> Int32\nfunc scenario() -> Int32 { copied() }\n", ":3", "vfork"),
            .init(
                "posix_spawn",
                "import Glibc\nfunc scenario() { var child: pid_t = 0; posix_spawn(&child, \"/bin/true\", nil, nil, [nil], [nil]) }\n",
                ":2",
                "posix_spawn"),
            .init("popen", "import Glibc\nfunc scenario() -> Bool { popen(\"sleep 301\", \"r\") == nil }\n", ":2", "popen"),
            .init(
                "a process that is started by the number of the call",
                "@_silgen_name(\"syscall\") func call(_ number: Int) -> Int\nfunc scenario() -> Int { call(57) }\n", "start another process"
            ),
            .init(
                "Foundation's Process",
                "import Foundation\nfunc scenario() {\n    let echo = Process()\n    echo.executableURL = URL(fileURLWithPath: \"/bin/echo\")\n    try? echo.run()\n}\n",
                ":3", "Process"),
            .init(
                "poll",
                "import Glibc\nfunc scenario() -> Int32 {\n    var one = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)\n    return poll(&one, 1, -1)\n}\n",
                ":4", "poll"),
            .init("pause", "import Glibc\nfunc scenario() -> Int32 { pause() }\n", ":2", "pause"),
            .init("a handler for a signal", "import Glibc\nfunc scenario() { signal(SIGUSR1) { _ in } }\n", ":2", "signal"),
            .init(
                "what happens when a file is readable",
                "import Foundation\nfunc scenario() {\n    let pipe = Pipe()\n    pipe.fileHandleForReading.readabilityHandler = { _ in }\n}\n",
                ":4", "FileHandle.readabilityHandler"),
            .init(
                "what happens when a file is writable",
                "import Foundation\nfunc scenario() {\n    let pipe = Pipe()\n    pipe.fileHandleForWriting.writeabilityHandler = { _ in }\n}\n",
                ":4", "FileHandle.writeabilityHandler"),
            .init(
                "a read in the background",
                "import Foundation\nfunc scenario() {\n    let pipe = Pipe()\n    pipe.fileHandleForReading.readInBackgroundAndNotify()\n}\n",
                ":4", "FileHandle.readInBackgroundAndNotify"),
            .init(
                "DispatchIO",
                "import Dispatch\nfunc scenario() {\n    DispatchIO.read(fromFileDescriptor: 0, maxLength: 1, runningHandlerOn: .global()) { _, _ in }\n}\n",
                ":3", "DispatchIO.read"),
            .init(
                "an isolated deinit away from its actor",
                "@globalActor actor Work { static let shared = Work() }\n@Work final class Session {\n    var count = 0\n    isolated deinit { count += 1 }\n}\nfunc scenario() async {\n    let session = await Session()\n    Task { _ = session }\n}\n",
                ":4", "isolated deinit"),
            .init(
                "an executor that a piece of a task prefers",
                "import Dispatch\nfinal class Disk: TaskExecutor {\n    func enqueue(_ job: consuming ExecutorJob) {\n        let job = UnownedJob(job)\n        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }\n    }\n}\nfunc scenario() async { await withTaskExecutorPreference(Disk()) { print(1) } }\n",
                "withTaskExecutorPreference"),
            .init(
                "an expectation of XCTest",
                "import XCTest\nfunc scenario() {\n    let met = XCTestExpectation(description: \"met\")\n    DispatchQueue.global().async { met.fulfill() }\n    _ = XCTWaiter.wait(for: [met], timeout: 1)\n}\n",
                ":3", "XCTestExpectation"),
            .init(
                "a read to the end in the background",
                "import Foundation\nfunc scenario() {\n    let pipe = Pipe()\n    pipe.fileHandleForReading.readToEndOfFileInBackgroundAndNotify()\n}\n",
                ":4", "FileHandle.readToEndOfFileInBackgroundAndNotify"),
            .init(
                "a wait for data in the background",
                "import Foundation\nfunc scenario() {\n    let pipe = Pipe()\n    pipe.fileHandleForReading.waitForDataInBackgroundAndNotify()\n}\n",
                ":4", "FileHandle.waitForDataInBackgroundAndNotify"),
            .init(
                "an accepted connection in the background",
                "import Foundation\nfunc scenario() {\n    let pipe = Pipe()\n    pipe.fileHandleForReading.acceptConnectionInBackgroundAndNotify()\n}\n",
                ":4", "FileHandle.acceptConnectionInBackgroundAndNotify"),
            .init(
                "a channel of DispatchIO",
                "import Dispatch\nfunc scenario() {\n    _ = DispatchIO(type: .stream, fileDescriptor: 0, queue: .global()) { _ in }\n}\n",
                ":3", "DispatchIO"),
            .init(
                "a source that reads",
                "import Dispatch\nfunc scenario() {\n    let source = DispatchSource.makeReadSource(fileDescriptor: 0)\n    source.activate()\n}\n",
                ":3", "DispatchSource.makeReadSource"),
            .init(
                "Process.run",
                "import Foundation\nfunc scenario() throws {\n    try Process.run(URL(fileURLWithPath: \"/bin/true\"), arguments: []).waitUntilExit()\n}\n",
                ":3", "Process.run"),
            .init("accept", "import Glibc\nfunc scenario() -> Int32 {\n    accept(0, nil, nil)\n}\n", ":3", "accept"),
            .init("a port", "import Foundation\nfunc scenario() -> Bool {\n    SocketPort(tcpPort: 0) == nil\n}\n", ":3", "SocketPort"),
            .init(
                "an expectation of a test case",
                "import XCTest\nfinal class Case: XCTestCase {\n    func wait() {\n        let met = expectation(description: \"met\")\n        DispatchQueue.global().async { met.fulfill() }\n        wait(for: [met], timeout: 1)\n    }\n}\nfunc scenario() { Case(name: \"wait\") { _ in }.wait() }\n",
                ":4", "XCTestExpectation"),
            .init(
                "a test case that runs",
                "import XCTest\nfinal class Case: XCTestCase {}\nfunc scenario() {\n    Case(name: \"one\") { _ in }.run()\n}\n", ":4",
                "XCTestCase.run"),
            .init(
                "a trap on a thread that a library has started",
                """
                import Glibc
                typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
                typealias Create = @convention(c) (UnsafeMutablePointer<pthread_t>, UnsafeRawPointer?, Body, UnsafeRawPointer?) -> Int32
                func scenario() -> Int {
                    let create = unsafeBitCast(dlsym(dlopen("libc.so.6", RTLD_NOW), "pthread_create")!, to: Create.self)
                    var thread = pthread_t(), total = 0
                    _ = create(&thread, nil, { _ in fatalError("far away") }, nil)
                    for number in 0..<3_000_000 { total &+= number }
                    return total
                }

                """, ":7", "a thread that the explorer did not start"),
            .init(
                "an async function that calls itself without end",
                "func deeper(_ number: Int) async -> Int { number < 0 ? 0 : await deeper(number + 1) + 1 }\nfunc scenario() async -> Int { await deeper(0) }\n",
                "more memory than there is"),
            .init("an alarm", "import Glibc\nfunc scenario() { alarm(1) }\n", ":2", "alarm"),
        ] + executorHooks

    /// Failures inside: a verdict, or an end.
    static let inside: [FaultyScenario] = [
        .init(
            "recursion without end",
            "func deeper(_ number: Int) -> Int { number < 0 ? 0 : deeper(number + 1) + 1 }\nfunc scenario() -> Int { deeper(0) }\n",
            code: 1,
            "crash", "has used up its stack", "made.swift:1"),
        .init(
            "recursion without end on a queue",
            """
            import Dispatch
            func deeper(_ number: Int) -> Int { number < 0 ? 0 : deeper(number + 1) + 1 }
            func scenario() {
                let group = DispatchGroup()
                DispatchQueue.global().async(group: group) { _ = deeper(0) }
                group.wait()
            }

            """, code: 1, "crash", "has used up its stack", "a global queue"),
        .init(
            "a bad pointer", "func scenario() { UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 3 }\n", code: 1, "crash",
            "memory that is not there"),
        .init(
            "a text in the program's code is changed",
            "func scenario() {\n    let text: StaticString = \"hello\"\n    UnsafeMutablePointer(mutating: text.utf8Start).pointee = 3\n}\n",
            code: 1,
            "crash", "made.swift:3"),
        .init("abort", "import Glibc\nfunc scenario() -> Int { abort() }\n", code: 1, "abort()"),
        .init(
            "allowed() traps", "func scenario() -> Int { 3 }\nfunc allowed(_ n: Int) -> Bool { [true][n] }\n", code: 1,
            "checks the result", ":2"),
        .init("outcome() traps", "func scenario() {}\nfunc outcome() -> Int { fatalError(\"no outcome\") }\n", code: 1, "no outcome", ":2"),
        .init(
            "descriptors 0 to 1000 are closed",
            "import Glibc\nfunc scenario() -> Int { for number in 0...1000 { close(Int32(number)) }; return 7 }\n",
            code: 0, "Complete", "7"),
        .init(
            "all signals are blocked",
            "import Glibc\nfunc scenario() -> Int {\n    var all = sigset_t()\n    sigfillset(&all)\n    pthread_sigmask(SIG_BLOCK, &all, nil)\n    return 7\n}\n",
            code: 0, "Complete", "7"),
        .init(
            "all signals are ignored, then a bad pointer",
            "import Glibc\nfunc scenario() {\n    for number in 1...31 { signal(Int32(number), SIG_IGN) }\n    UnsafeMutablePointer<Int>(bitPattern: 8)!.pointee = 3\n}\n",
            code: 1, "crash"),
        .init(
            "an outcome with what moves a terminal's cursor",
            "func scenario() -> String { String(repeating: \"abc\\u{1B}[31m\\0\\n\", count: 100_000) }\n", code: 0, "abc\\u{1B}[31m\\u{0}"),
        .init(
            "a large frame on the main thread",
            "func scenario() -> Int { withUnsafeTemporaryAllocation(byteCount: 4 << 20, alignment: 16) { $0.count } }\n", code: 0, "4194304"
        ),
    ]

    /// Calls on which libdispatch traps, and forbidden calls of a lock.
    static let misuses: [FaultyScenario] = [
        .init(
            "a semaphore below its first value goes", "import Dispatch\nfunc scenario() {\n    DispatchSemaphore(value: 1).wait()\n}\n",
            code: 1, "misuse", "at least its first value"),
        .init(
            "a suspended queue goes", "import Dispatch\nfunc scenario() {\n    DispatchQueue(label: \"a\").suspend()\n}\n", code: 1,
            "misuse", "suspended"),
        .init(
            "an inactive queue goes",
            "import Dispatch\nfunc scenario() {\n    _ = DispatchQueue(label: \"a\", attributes: .initiallyInactive)\n}\n", code: 1,
            "misuse", "never activated"),
        .init(
            "a queue is resumed too often", "import Dispatch\nfunc scenario() {\n    DispatchQueue(label: \"a\").resume()\n}\n", code: 1,
            "misuse", "line 3"),
        .init(
            "a group is left too often", "import Dispatch\nfunc scenario() {\n    DispatchGroup().leave()\n}\n", code: 1, "misuse", "line 3"
        ),
        .init(
            "an item is waited for twice",
            "import Dispatch\nfunc scenario() {\n    let item = DispatchWorkItem {}\n    DispatchQueue.global().async(execute: item)\n    item.wait()\n    item.wait()\n}\n",
            code: 1, "misuse", "line 6"),
        .init(
            "an item is run after it was waited for",
            "import Dispatch\nfunc scenario() {\n    let item = DispatchWorkItem {}\n    DispatchQueue.global().async(execute: item)\n    item.wait()\n    item.perform()\n}\n",
            code: 1, "misuse", "more than once"),
        .init(
            "a free lock is released", "import Foundation\nfunc scenario() {\n    NSLock().unlock()\n}\n", code: 1, "misuse",
            "line 3"),
        .init(
            "a lock that another thread has is given back",
            """
            import Foundation
            func scenario() {
                let lock = NSLock(), group = DispatchGroup()
                lock.lock()
                DispatchQueue.global().async(group: group) { lock.unlock() }
                group.wait()
            }

            """, code: 1, "misuse", "line 5"),
        .init(
            "a lock that is taken goes", "import Foundation\nfunc scenario() {\n    NSLock().lock()\n}\n", code: 1, "misuse",
            "a thread still holds"),
        .init(
            "an item runs three times, without a wait",
            """
            import Dispatch
            func scenario() -> Int {
                var runs = 0
                let queue = DispatchQueue(label: "a"), item = DispatchWorkItem { runs += 1 }
                queue.async(execute: item)
                queue.async(execute: item)
                queue.sync {}
                item.perform()
                return runs
            }

            """, code: 0, "3"),
        .init(
            "a queue is activated twice",
            "import Dispatch\nfunc scenario() -> Int {\n    let queue = DispatchQueue(label: \"a\", attributes: .initiallyInactive)\n    queue.activate()\n    queue.activate()\n    return queue.sync { 7 }\n}\n",
            code: 0, "7"),
        .init(
            "a semaphore above its first value goes",
            "import Dispatch\nfunc scenario() -> Int {\n    DispatchSemaphore(value: 0).signal()\n}\n", code: 0, "Complete"),
    ]
}
