import System

/// The version of Interleave, and what this copy was built for.
enum ToolVersion {
    /// The version. `./setup` reads it here, too.
    static let number = "0.9.0"

    /// What `interleave --version` prints: "interleave 0.9.0 (commit 90af706b1)", and a line about the build.
    static var text: String {
        let build = BuildFolder.current, made = build.installation
        let commit = (made?.commit ?? Versions.ownCommit()).map { " (commit \($0))" } ?? ""
        let swift = made.map { "Swift \($0.swift)" } ?? series
        let kind = made?.build ?? (build.folder.hasSuffix("/release") ? "release" : "debug")
        return "interleave \(number)\(commit)\nbuilt with \(swift) for Linux on \(processor): \(kind)"
    }

    /// The processor that this program was compiled for, by the name that the system has for it.
    static var processor: String {
        #if arch(x86_64)
            "x86_64"
        #elseif arch(arm64)
            "aarch64"
        #else
            "an unknown processor"
        #endif
    }

    /// The compiler of this program, as far as a program knows it.
    private static var series: String {
        #if compiler(>=6.5)
            "Swift 6.5 or later"
        #elseif compiler(>=6.4)
            "Swift 6.4"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }
}
