import CInterposition

/// The kernel's way to have a process give up changing files.
public enum Landlock {
    /// Whether this kernel has it, switched on.
    public static var isAvailable: Bool { interleave_landlock_version() > 0 }
}
