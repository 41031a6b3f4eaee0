import FoundationEssentials

/// Paths in the form that people read.
enum ShownPath {
    /// Several files: files with the same name keep their folders.
    static func names(_ paths: [String]) -> [String] {
        let short = paths.map(short)
        return Set(short).count == Set(paths).count ? short : paths
    }

    /// An absolute path relative to the current folder if it is below, else the file's name; any
    /// other path unchanged.
    static func short(_ path: String) -> String {
        guard path.hasPrefix("/") else { return path }
        let here = FileManager.default.currentDirectoryPath + "/"
        if path.hasPrefix(here), path.count > here.count { return String(path.dropFirst(here.count)) }
        return path.split(separator: "/").last.map(String.init) ?? path
    }
}
