import Glibc

/// The processors of the machine, as far as a lab can use them.
public enum Processors {
    /// How many this process can use: `taskset` and containers can allow fewer than the machine has. The thread pool begins with as many
    /// threads.
    public static let usable: Int = {
        var allowed = cpu_set_t()
        guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &allowed) == 0 else { return sysconf(Int32(_SC_NPROCESSORS_ONLN)) }
        return withUnsafeBytes(of: allowed) { bytes in bytes.reduce(0) { $0 + $1.nonzeroBitCount } }
    }()
}
