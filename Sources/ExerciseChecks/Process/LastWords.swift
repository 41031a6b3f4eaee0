import Foundation
import Synchronization

/// What a process that is about to die still says: where in the program it was, as addresses that the supervisor turns into lines.
///
/// A trap of libdispatch says nothing at all, one of the standard library names a line of the standard library. So the handler of the deadly
/// signals walks the stack. It runs in a process that is lost anyway: it touches nothing but its own buffers, and `backtrace` has been called
/// once before, so that it need not load anything.
enum LastWords {
    /// Written once, before any thread of the attempt exists, and read by signal handlers, which can capture nothing.
    nonisolated(unsafe) private static var report: Int32 = -1
    nonisolated(unsafe) private(set) static var base: UInt = 0

    static func arm(_ file: Int32) {
        report = file
        base = loadAddress
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 4)
        _ = stackFrames(&frames, 4)
        // Made now: a handler is no place for that.
        _ = (answers.load(ordering: .relaxed), dying.load(ordering: .relaxed))
        useAnotherStack()
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let thread = Int(Caller.currentThread())
                let (isFirst, dying) = LastWords.dying.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
                if isFirst {
                    LastWords.write("signal")
                } else if dying != thread {
                    // Two threads may come to the same trap at the same time; the process ends when the first one has said where.
                    poll(nil, 0, 2000)
                }
                // The same instruction, run again, or the signal itself now ends the process.
                signal(number, SIG_DFL)
                raise(number)
            }
            action.sa_flags = SA_ONSTACK | SA_NODEFER
            sigaction(number, &action, nil)
        }
        atexit { LastWords.write("exit") }
        var asked = sigaction()
        asked.__sigaction_handler.sa_handler = { _ in
            LastWords.write("stuck")
            LastWords.answers.add(1, ordering: .releasing)
        }
        asked.sa_flags = Int32(SA_RESTART)
        sigaction(SIGUSR2, &asked, nil)
    }

    private static let answers = Atomic(0)
    /// The thread that was the first to come to a deadly signal.
    private static let dying = Atomic(0)

    /// Has threads that do not come back write down where they are, and go on as they were.
    static func ask(_ threads: [pid_t]) {
        let before = answers.load(ordering: .acquiring)
        let asked = threads.count { signalThread(getpid(), $0, SIGUSR2) == 0 }
        for _ in 0..<2000 where answers.load(ordering: .acquiring) < before + asked { poll(nil, 0, 1) }
    }

    /// One line: the word, the thread, then the return addresses on its stack, innermost first, relative to the start of the program.
    private static func write(_ word: StaticString) {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: 48) { frames in
            let count = Int(stackFrames(frames.baseAddress!, 48))
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 50 * 17 + 16) { text in
                var length = 0
                func put(_ byte: UInt8) {
                    text[length] = byte
                    length += 1
                }
                for index in 0..<word.utf8CodeUnitCount { put(word.utf8Start[index]) }
                func putHexadecimal(_ number: UInt) {
                    put(UInt8(ascii: " "))
                    for digit in stride(from: UInt(60), through: 0, by: -4) {
                        let value = UInt8(truncatingIfNeeded: number >> digit) & 15
                        put(value < 10 ? 48 + value : 87 + value)
                    }
                }
                putHexadecimal(UInt(Caller.currentThread()))
                for frame in frames.prefix(max(0, count)) { putHexadecimal(UInt(bitPattern: frame) &- base) }
                put(10)
                _ = Glibc.write(report, text.baseAddress, length)
            }
        }
    }

    /// A thread whose stack has run over has none left for a handler; the main thread, at least, gets another one for that.
    private static func useAnotherStack() {
        let size = 64 << 10
        // Never freed: it is needed until the process ends.
        var stack = stack_t(ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
    }

    /// Where the program was loaded: its table of segments stands in its first page.
    private static var loadAddress: UInt { auxiliaryValue(3) & ~4095 }  // AT_PHDR

    // Declared in headers that the Glibc module leaves out.
    @_silgen_name("tgkill")
    private static func signalThread(_ process: pid_t, _ thread: pid_t, _ signal: Int32) -> Int32
    @_silgen_name("backtrace")
    static func stackFrames(_ buffer: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ size: Int32) -> Int32
    @_silgen_name("getauxval")
    private static func auxiliaryValue(_ kind: UInt) -> UInt
}
