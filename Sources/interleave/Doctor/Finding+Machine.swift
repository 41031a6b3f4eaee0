import FoundationEssentials
import Glibc
import System

/// The abilities of this machine.
extension DoctorFinding {
    static func machine() -> [DoctorFinding] {
        [kernel(), files(), calls(), processor(), clock(), switching(), threads(), memory(), disk()]
    }

    private static func kernel() -> DoctorFinding {
        let release = content("/proc/sys/kernel/osrelease")
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        let isNewEnough = numbers.count < 2 || (numbers[0], numbers[1]) >= (5, 3)
        return DoctorFinding(
            "kernel", isNewEnough ? .fine : .missing, "Linux \(release)",
            cure: "Linux 5.3 or later is needed to wait for programs (pidfd_open).")
    }

    /// Whether attempts at exercises can be kept from using files.
    private static func files() -> DoctorFinding {
        Confinement.files.isAvailable
            ? DoctorFinding("Landlock", "attempts at exercises read and change only the system's files and their own")
            : DoctorFinding(
                "Landlock", .note, "attempts at exercises can read and change every file that you can",
                cure: "Linux 5.13 or later prevents this, if Landlock is switched on (lsm=landlock,…).")
    }

    /// Whether attempts at exercises can be kept from other processes and from the network.
    private static func calls() -> DoctorFinding {
        Confinement.systemCalls.isAvailable
            ? DoctorFinding("seccomp", "attempts at exercises start no processes, and have no network")
            : DoctorFinding(
                "seccomp", .note, "attempts at exercises can start processes, and use the network",
                cure: "Use a kernel with filters for system calls (CONFIG_SECCOMP_FILTER), or grade in a container.")
    }

    private static func processor() -> DoctorFinding {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return cores > 1
            ? DoctorFinding("cores", "\(cores)")
            : DoctorFinding(
                "cores", .note, "1: blocks take turns instead of running at the same time",
                cure: "Give the machine or container a second core.")
    }

    /// The source of time stamps, and the present cost of reading the clock.
    private static func clock() -> DoctorFinding {
        let source = content("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        let count = 200_000
        var time = timespec()
        let spent = ContinuousClock().measure { for _ in 0..<count { clock_gettime(CLOCK_MONOTONIC, &time) } }
        let cost = "reading the clock takes \(Int((spent / .nanoseconds(1) / Double(count)).rounded())) ns"
        #if arch(arm64)
            return DoctorFinding("clock", "the processor's counter; \(cost)")
        #else
            return source == "tsc"
                ? DoctorFinding("clock", "tsc, the processor's counter; \(cost)")
                : DoctorFinding(
                    "clock", .note, "\(source.isEmpty ? "of unknown source" : source); \(cost), and each record reads it",
                    cure: "Records are faster if the kernel trusts the processor's counter (clocksource tsc).")
        #endif
    }

    /// Whether a program can change its thread pointer itself, which makes a switch between
    /// simulated threads fast.
    private static func switching() -> DoctorFinding {
        #if arch(x86_64)
            let hasInstruction = processorFeatures & 2 != 0
            return hasInstruction
                ? DoctorFinding("FSGSBASE", "the processor switches thread identities with one instruction")
                : DoctorFinding(
                    "FSGSBASE", .note, "switching thread identities takes a system call here",
                    cure: "Linux 5.9 or later on a processor since 2013 has it.")
        #else
            return DoctorFinding("TPIDR_EL0", "the processor switches thread identities with one instruction")
        #endif
    }

    /// The second word of features that the kernel tells each program (AT_HWCAP2, number 26 of its auxiliary vector); 0 when it tells none.
    private static var processorFeatures: UInt64 {
        guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/self/auxv")) else { return 0 }
        let words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
        return stride(from: 0, to: words.count - 1, by: 2).first { words[$0] == 26 }.map { words[$0 + 1] } ?? 0
    }

    private static func threads() -> DoctorFinding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit)
        let system = Int(content("/proc/sys/kernel/threads-max")) ?? .max
        let mine = min(system, Int(clamping: limit.rlim_cur))
        return DoctorFinding(
            "threads", mine >= 512 ? .fine : .note, mine == .max ? "no limit" : "at most \(mine)",
            cure: "libdispatch creates up to 255 threads when queues block. Raise the limit with ulimit -u.")
    }

    private static func memory() -> DoctorFinding {
        let words = content("/proc/meminfo").split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        let free = words.flatMap { $0.split { !$0.isNumber }.first }.flatMap { Int($0) } ?? 0
        return DoctorFinding(
            "memory", free >= 512 << 10 ? .fine : .note, "\(free >> 10) MiB are free",
            cure: "A trace of a million events takes up to 500 MB to draw: end other programs, or record with a smaller --buffer.")
    }

    private static func disk() -> DoctorFinding {
        let folder = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var here = statvfs(), temporary = statvfs()
        guard statvfs(".", &here) == 0, statvfs(folder, &temporary) == 0, access(folder, W_OK) == 0 else {
            return DoctorFinding(
                "disk", .missing, "\(folder) is not writable, and labs record there",
                cure: "Set TMPDIR to a folder that you can write to.")
        }
        func mebibytes(_ disk: statvfs) -> Int { Int(clamping: disk.f_bavail) / 1024 * Int(clamping: disk.f_frsize) / 1024 }
        let least = min(mebibytes(here), mebibytes(temporary))
        return DoctorFinding(
            "disk", least >= 128 ? .fine : .note, "\(mebibytes(here)) MiB are free here, \(mebibytes(temporary)) MiB in \(folder)",
            cure: "A recording takes up to 64 MiB: free some space, or use a smaller --buffer.")
    }

    private static func content(_ file: String) -> String {
        var text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
