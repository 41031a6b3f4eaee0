import FoundationEssentials
import Glibc
import Recorder

/// What this machine can do.
extension Finding {
    static func machine() -> [Finding] { [kernel(), files(), processor(), clock(), switching(), threads(), memory(), disk()] }

    private static func kernel() -> Finding {
        let release = content("/proc/sys/kernel/osrelease")
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        let isNewEnough = numbers.count < 2 || (numbers[0], numbers[1]) >= (5, 3)
        return Finding(
            "kernel", isNewEnough ? .fine : .missing, "Linux \(release)",
            cure: "Linux 5.3 or later is needed to wait for programs (pidfd_open).")
    }

    /// Whether attempts at exercises can be kept from changing files.
    private static func files() -> Finding {
        Landlock.isAvailable
            ? Finding("Landlock", "attempts at exercises change files only in a temporary folder of theirs")
            : Finding(
                "Landlock", .note, "attempts at exercises can change every file that you may change",
                cure: "Linux 5.13 or later keeps them from it, where Landlock is switched on (lsm=landlock,…).")
    }

    private static func processor() -> Finding {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return cores > 1
            ? Finding("cores", "\(cores)")
            : Finding(
                "cores", .note, "1: blocks take turns on it instead of running side by side",
                cure: "Give the machine or container a second core.")
    }

    /// The source of time stamps, and what reading the clock costs here and now.
    private static func clock() -> Finding {
        let source = content("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        let count = 200_000
        var time = timespec()
        let spent = ContinuousClock().measure { for _ in 0..<count { clock_gettime(CLOCK_MONOTONIC, &time) } }
        let cost = "reading the clock takes \(Int((spent / .nanoseconds(1) / Double(count)).rounded())) ns"
        #if arch(arm64)
            return Finding("clock", "the processor's counter; \(cost)")
        #else
            return source == "tsc"
                ? Finding("clock", "tsc, the processor's counter; \(cost)")
                : Finding(
                    "clock", .note, "\(source.isEmpty ? "of unknown source" : source); \(cost), and each record needs it",
                    cure: "Records are written more quickly where the kernel trusts the processor's counter (clocksource tsc).")
        #endif
    }

    /// Whether a program may change its thread pointer itself, which makes changing from one simulated thread to another quick.
    private static func switching() -> Finding {
        #if arch(x86_64)
            let hasInstruction = processorFeatures & 2 != 0
            return hasInstruction
                ? Finding("FSGSBASE", "the processor switches thread identities by an instruction")
                : Finding(
                    "FSGSBASE", .note, "switching thread identities takes a system call here",
                    cure: "Linux 5.9 or later on a processor since 2013 has it.")
        #else
            return Finding("TPIDR_EL0", "the processor switches thread identities by an instruction")
        #endif
    }

    /// The second word of features that the kernel tells each program (AT_HWCAP2, number 26 of its auxiliary vector); 0 when it tells none.
    private static var processorFeatures: UInt64 {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/self/auxv")) else { return 0 }
        let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
        return stride(from: 0, to: words.count - 1, by: 2).first { words[$0] == 26 }.map { words[$0 + 1] } ?? 0
    }

    private static func threads() -> Finding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
        let system = Int(content("/proc/sys/kernel/threads-max")) ?? .max
        let mine = min(system, Int(clamping: limit.rlim_cur))
        return Finding(
            "threads", mine >= 512 ? .fine : .note, "at most \(mine == .max ? "any number" : String(mine))",
            cure: "libdispatch makes up to 255 threads for blocked queues: raise the limit with ulimit -u.")
    }

    private static func memory() -> Finding {
        let words = content("/proc/meminfo").split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        let free = words.flatMap { $0.split { !$0.isNumber }.first }.flatMap { Int($0) } ?? 0
        return Finding(
            "memory", free >= 512 << 10 ? .fine : .note, "\(free >> 10) MiB are free",
            cure: "A trace of a million events takes up to 500 MB to draw: end other programs, or record with a smaller --buffer.")
    }

    private static func disk() -> Finding {
        let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var here = statvfs(), temporary = statvfs()
        guard statvfs(".", &here) == 0, statvfs(folder, &temporary) == 0, access(folder, W_OK) == 0 else {
            return Finding(
                "disk", .missing, "\(folder) cannot be written to, and labs record there",
                cure: "Set TMPDIR to a folder that you may write to.")
        }
        func mebibytes(_ disk: statvfs) -> Int { Int(clamping: disk.f_bavail) / 1024 * Int(clamping: disk.f_frsize) / 1024 }
        let least = min(mebibytes(here), mebibytes(temporary))
        return Finding(
            "disk", least >= 128 ? .fine : .note, "\(mebibytes(here)) MiB are free here, \(mebibytes(temporary)) MiB in \(folder)",
            cure: "A recording takes up to 64 MiB: free some space, or use a smaller --buffer.")
    }

    private static func content(_ file: String) -> String {
        var text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
