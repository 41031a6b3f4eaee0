import FoundationEssentials

/// The processors of the machine, as far as a lab can use them.
public enum Processors {
    /// How many this process can use: `taskset` and containers can allow fewer than the machine has. The thread pool begins with as many
    /// threads.
    public static let usable: Int = {
        let bytes = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
        // A bit for each processor, in groups of hexadecimal digits: "Cpus_allowed:  00000000,0000000f".
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") } ?? ""
        let allowed = line.dropFirst("Cpus_allowed:".count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
        return allowed > 0 ? allowed : ProcessInfo.processInfo.activeProcessorCount
    }()
}
