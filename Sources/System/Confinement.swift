import CInterposition

/// The kernel's feature by which a process gives up its right to change files.
public enum Landlock {
    /// Whether this kernel has it, switched on.
    public static var isAvailable: Bool { interleave_landlock_version() > 0 }
}
