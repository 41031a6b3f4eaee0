import Foundation

/// What the process of an attempt may not do: start other processes, end or disturb those that are there, change files outside of its own temporary
/// folder, outlive its grader, leave core files about, fill the disk.
///
/// The kernel itself refuses, as far as it can (`interleave doctor` tells whether it can all of this): nothing that an attempt does can run on after it, and a program that forks without end is stopped at its first
/// fork. Threads are as free as ever; reading files is not confined, nor is the network.
enum Confinement {
    static func enter() {
        _ = control(1, UInt(SIGKILL))  // PR_SET_PDEATHSIG: ends with the thread that started it.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(4), &none)  // RLIMIT_CORE
        var file = rlimit(rlim_cur: 64 << 20, rlim_max: 64 << 20)
        setrlimit(__rlimit_resource_t(1), &file)  // RLIMIT_FSIZE; the trace is mapped already.
        // The recorder brings it along: nothing but Foundation is linked with the checks.
        typealias Confine = @convention(c) (UnsafePointer<CChar>?) -> Int32
        if let symbol = dlsym(nil, "interleave_confine") { _ = unsafeBitCast(symbol, to: Confine.self)(getenv("TMPDIR")) }
    }

    // Variadic in C, and so not imported.
    @_silgen_name("prctl")
    private static func control(_ option: Int32, _ second: UInt = 0, _ third: UInt = 0, _ fourth: UInt = 0, _ fifth: UInt = 0) -> Int32
}
