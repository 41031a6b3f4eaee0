import Foundation

/// The process of an attempt must not start other processes, end or disturb existing ones, change
/// files outside its own temporary folder, outlive its grader, leave core files, or fill the disk.
///
/// The kernel itself refuses these actions, as far as it can (`interleave doctor` tells whether it
/// can refuse all of them). So nothing of an attempt runs on after its end, and a program that
/// forks without end is stopped at its first fork. Threads, reading files and the network are not
/// restricted.
enum Confinement {
    static func enter() {
        _ = control(1, UInt(SIGKILL))  // PR_SET_PDEATHSIG: ends with the thread that started it.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(4), &none)  // RLIMIT_CORE
        var file = rlimit(rlim_cur: 64 << 20, rlim_max: 64 << 20)
        setrlimit(__rlimit_resource_t(1), &file)  // RLIMIT_FSIZE; the trace is mapped already.
        // This function is in the recorder, because only Foundation is linked with the checks.
        typealias Confine = @convention(c) (UnsafePointer<CChar>?) -> Int32
        if let symbol = dlsym(nil, "interleave_confine") { _ = unsafeBitCast(symbol, to: Confine.self)(getenv("TMPDIR")) }
    }

    // Variadic in C, so Swift does not import it.
    @_silgen_name("prctl")
    private static func control(_ option: Int32, _ second: UInt = 0, _ third: UInt = 0, _ fourth: UInt = 0, _ fifth: UInt = 0) -> Int32
}
