import Foundation

/// What the process of an attempt may not do: start other processes, outlive its grader, leave core files about, fill the disk.
///
/// Starting a process is refused by the kernel itself (seccomp, Linux 3.17): the call raises SIGSYS. So nothing that an attempt does can run on
/// after it, and a program that forks without end is stopped at its first fork. Threads are as free as ever.
enum Confinement {
    static func enter() {
        _ = control(1, UInt(SIGKILL))  // PR_SET_PDEATHSIG: ends with the thread that started it.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(4), &none)  // RLIMIT_CORE
        var file = rlimit(rlim_cur: 64 << 20, rlim_max: 64 << 20)
        setrlimit(__rlimit_resource_t(1), &file)  // RLIMIT_FSIZE; the trace is mapped already.
        refuseNewProcesses()
    }

    /// One instruction of the kernel's packet filter machine, in which system calls are filtered.
    private struct Instruction {
        var code: UInt16
        var jumpIfTrue: UInt8 = 0
        var jumpIfFalse: UInt8 = 0
        var value: UInt32

        static func load(_ offset: UInt32) -> Instruction { Instruction(code: 0x20, value: offset) }
        static func answer(_ action: UInt32) -> Instruction { Instruction(code: 0x06, value: action) }
        /// Skips the next instruction unless the loaded word is this one.
        static func when(_ value: UInt32) -> Instruction { Instruction(code: 0x15, jumpIfFalse: 1, value: value) }
        /// Skips the next instruction unless the loaded word has one of these bits.
        static func whenAny(of bits: UInt32) -> Instruction { Instruction(code: 0x45, jumpIfFalse: 1, value: bits) }
    }

    private struct Program {
        var length: UInt16
        var instructions: UnsafePointer<Instruction>
    }

    #if arch(x86_64)
        private static let clone: UInt32 = 56
        private static let alwaysNew: [UInt32] = [57, 58, 59, 322]  // fork, vfork, execve, execveat
    #else
        private static let clone: UInt32 = 220
        private static let alwaysNew: [UInt32] = [221, 281]  // execve, execveat
    #endif

    private static func refuseNewProcesses() {
        let allow = Instruction.answer(0x7FFF_0000)
        let trap = Instruction.answer(0x0003_0000)
        // clone3 keeps its flags where a filter cannot look; told that it is missing, the C library takes clone.
        let missing = Instruction.answer(0x0005_0000 | UInt32(ENOSYS))
        var filter: [Instruction] = [.load(0)]
        for call in alwaysNew { filter += [.when(call), trap] }
        filter += [.when(435), missing]
        // Any other call is allowed; clone only with CLONE_THREAD among its flags (the first argument).
        filter += [Instruction(code: 0x15, jumpIfTrue: 1, value: clone), allow, .load(16), .whenAny(of: 0x10000), allow, trap]
        filter.withUnsafeBufferPointer { instructions in
            guard let start = instructions.baseAddress else { return }
            var program = Program(length: UInt16(instructions.count), instructions: start)
            _ = control(38, 1)  // PR_SET_NO_NEW_PRIVS, without which an ordinary user may not filter.
            withUnsafePointer(to: &program) { _ = control(22, 2, UInt(bitPattern: $0)) }  // PR_SET_SECCOMP, SECCOMP_MODE_FILTER
        }
    }

    // Variadic in C, and so not imported.
    @_silgen_name("prctl")
    private static func control(_ option: Int32, _ second: UInt = 0, _ third: UInt = 0, _ fourth: UInt = 0, _ fifth: UInt = 0) -> Int32
}
