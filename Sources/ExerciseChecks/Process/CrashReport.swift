import Foundation
import Synchronization

/// The last report of a process that crashes: its place in the program, as addresses that the
/// supervisor turns into lines.
///
/// A trap of libdispatch prints nothing, and a trap of the standard library names a line of the
/// standard library. So the handler of the fatal signals walks the stack. The process is lost
/// anyway. The handler uses only its own buffers, and `backtrace` was called once before, so that
/// it need not load a library.
enum CrashReport {
    /// Written once, before any thread of the attempt exists. Signal handlers read it, because they
    /// cannot capture values.
    nonisolated(unsafe) private static var report: Int32 = -1
    nonisolated(unsafe) private(set) static var base: UInt = 0

    static func arm(_ file: Int32) {
        report = file
        base = loadAddress
        var frames = [UnsafeMutableRawPointer?](repeating: nil, count: 4)
        _ = stackFrames(&frames, 4)
        // Created now, because a handler must not do that.
        _ = (answers.load(ordering: .relaxed), dying.load(ordering: .relaxed))
        useAnotherStack()
        for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS] {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { number, _, context in
                let thread = Int(ProbeThread.currentThread())
                let (isFirst, dying) = CrashReport.dying.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
                if isFirst {
                    CrashReport.write("signal", interruptedAt: CrashReport.instruction(context))
                } else if dying != thread {
                    // Two threads can reach the same trap at the same time. The process ends after
                    // the report of the first one.
                    poll(nil, 0, 2000)
                }
                // Now the same instruction, when it runs again, or the signal itself ends the
                // process.
                signal(number, SIG_DFL)
                raise(number)
            }
            action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO
            sigaction(number, &action, nil)
        }
        atexit { CrashReport.write("exit") }
        var asked = sigaction()
        asked.__sigaction_handler.sa_sigaction = { _, _, context in
            CrashReport.write("stuck", interruptedAt: CrashReport.instruction(context))
            CrashReport.answers.add(1, ordering: .releasing)
        }
        asked.sa_flags = Int32(SA_RESTART | SA_SIGINFO)
        sigaction(SIGUSR2, &asked, nil)
    }

    private static let answers = Atomic(0)
    /// The first thread that received a fatal signal.
    private static let dying = Atomic(0)

    /// Makes threads that do not return report their place, one after the other: the reports are in this order.
    /// They continue unchanged.
    ///
    /// Each reports several times. A thread that runs can be in a function of a library that has no frame of its own: that report
    /// misses the function that called it.
    static func ask(_ threads: [pid_t]) {
        var patience = 2000
        for thread in threads.flatMap({ [$0, $0, $0, $0] }) {
            let before = answers.load(ordering: .acquiring)
            guard signalThread(getpid(), thread, SIGUSR2) == 0 else { continue }
            while patience > 0, answers.load(ordering: .acquiring) == before {
                patience -= 1
                poll(nil, 0, 1)
            }
        }
    }

    /// One line: the word, the thread, then the return addresses on its stack, innermost first, relative to the start of the program.
    /// - Parameter interrupted: the instruction at which the signal came. It is not a return address,
    ///   so it is written as that of the next instruction.
    private static func write(_ word: StaticString, interruptedAt interrupted: UInt = 0) {
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
                putHexadecimal(UInt(ProbeThread.currentThread()))
                for frame in frames.prefix(max(0, count)) {
                    let address = UInt(bitPattern: frame)
                    putHexadecimal(address &- base &+ (address == interrupted ? 1 : 0))
                }
                put(10)
                _ = Glibc.write(report, text.baseAddress, length)
            }
        }
    }

    /// The instruction at which a thread was when a signal came, from the handler's third argument.
    private static func instruction(_ context: UnsafeMutableRawPointer?) -> UInt {
        guard let context = context?.assumingMemoryBound(to: ucontext_t.self).pointee.uc_mcontext else { return 0 }
        #if arch(x86_64)
            return UInt(bitPattern: Int(context.gregs.16))  // REG_RIP
        #else
            return UInt(context.pc)
        #endif
    }

    /// A thread with a stack overflow has no stack for a handler. The main thread gets a second
    /// stack for this.
    private static func useAnotherStack() {
        let size = 64 << 10
        // Never freed: it is needed until the process ends.
        var stack = stack_t(ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0, ss_size: size)
        sigaltstack(&stack, nil)
    }

    /// The load address of the program: its segment table is in its first page.
    private static var loadAddress: UInt { auxiliaryValue(3) & ~4095 }  // AT_PHDR

    // Declared in headers that the Glibc module does not include.
    @_silgen_name("tgkill")
    private static func signalThread(_ process: pid_t, _ thread: pid_t, _ signal: Int32) -> Int32
    @_silgen_name("backtrace")
    static func stackFrames(_ buffer: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ size: Int32) -> Int32
    @_silgen_name("getauxval")
    private static func auxiliaryValue(_ kind: UInt) -> UInt
}
