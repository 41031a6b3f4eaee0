import CProcess

/// The kernel's features by which a process gives up its right to use files, and to make system calls.
public enum Confinement: String, Sendable, CaseIterable {
    /// Landlock: an attempt at an exercise reads and changes no files but the system's and its own.
    case files
    /// seccomp: an attempt starts no process, has no network, and disturbs no other process.
    case systemCalls

    /// Whether this kernel has it, switched on.
    public var isAvailable: Bool {
        switch self {
        case .files: interleave_landlock_version() > 0
        case .systemCalls: interleave_filter_is_available() != 0
        }
    }

    /// Those that keep an attempt on this machine.
    public static let inForce = allCases.filter(\.isAvailable)
}
