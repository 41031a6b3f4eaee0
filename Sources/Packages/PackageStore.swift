import Words
import ExplorationRunner
import FoundationEssentials
import Glibc
import System

/// The folder for what is built from a package.
enum PackageStore {
    /// `.build/interleave` in the package; or, if that cannot be written, a folder in the user's cache.
    static func folder(for root: String) throws -> String {
        let own = "\(root)/.build/interleave"
        if make(own) { return own }
        let environment = ProcessInfo.processInfo.environment
        let cache = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(environment["HOME"] ?? "")/.cache"
        var key = Fingerprint()
        key.add(root.utf8)
        let other = "\(cache)/interleave/packages/\(key.text)"
        if make(other) { return other }
        throw ExplainedError(
            .unreadable, "The package cannot be built: neither \(own) nor \(other) can be written.",
            cure: "Allow writing to one of them, or set XDG_CACHE_HOME to a folder that you can write.")
    }

    private static func make(_ folder: String) -> Bool {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return access(folder, W_OK | X_OK) == 0
    }
}
