import FoundationEssentials
import Glibc

/// A file or a folder of a class, as it was found.
public struct HandedIn: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case file(size: Int)
        /// A folder in the place of a file, or without files: the number of its files.
        case folder(files: Int)
        /// A symbolic link, which is not followed.
        case link
        /// A folder or a file that cannot be read, and neither file nor folder.
        case unreadable
    }

    /// Its path, relative to the folder of the class.
    public var path: String
    public var kind: Kind

    public init(_ path: String, _ kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// All that is in the folder of a class, sorted; below the depth of the pattern, only whole folders. Files
    /// that a system writes for itself are left out.
    public static func all(in folder: String, for pattern: SubmissionPattern) -> [HandedIn] {
        found(in: folder, "", below: pattern.depth).sorted { $0.path < $1.path }
    }

    private static func found(in folder: String, _ prefix: String, below depth: Int) -> [HandedIn] {
        guard let names = names(in: "\(folder)/\(prefix)") else { return [HandedIn(String(prefix.dropLast()), .unreadable)] }
        if names.isEmpty, !prefix.isEmpty { return [HandedIn(String(prefix.dropLast()), .folder(files: 0))] }
        return names.flatMap { name -> [HandedIn] in
            let path = prefix + name
            var facts = stat()
            // (A name that is not UTF-8 is not found by its text.)
            guard lstat("\(folder)/\(path)", &facts) == 0 else { return [HandedIn(path, .unreadable)] }
            switch facts.st_mode & S_IFMT {
            case S_IFREG: return [HandedIn(path, .file(size: Int(facts.st_size)))]
            case S_IFLNK: return [HandedIn(path, .link)]
            case S_IFDIR where depth > 0: return found(in: folder, "\(path)/", below: depth - 1)
            case S_IFDIR: return [HandedIn(path, .folder(files: count("\(folder)/\(path)")))]
            default: return [HandedIn(path, .unreadable)]
            }
        }
    }

    /// The files in a folder and its subfolders, at most about a thousand.
    private static func count(_ folder: String) -> Int {
        var waiting = [folder], count = 0
        while let folder = waiting.popLast(), count < 1000 {
            for name in names(in: folder) ?? [] {
                var facts = stat()
                guard lstat("\(folder)/\(name)", &facts) == 0 else { continue }
                if facts.st_mode & S_IFMT == S_IFDIR { waiting.append("\(folder)/\(name)") } else { count += 1 }
            }
        }
        return count
    }

    /// The names in a folder, sorted; nil if it cannot be read. (Foundation leaves out names that are not UTF-8.)
    private static func names(in folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !isOfSystem(name) { names.append(name) }
        }
        return names.sorted()
    }

    private static let ofSystems: Set<String> = ["__MACOSX", "Thumbs.db", "desktop.ini"]

    static func isOfSystem(_ name: String) -> Bool {
        if ofSystems.contains(name) { return true }
        // A student's text can have such a name; macOS writes "._05.swift" beside "05.swift".
        return name.hasPrefix(".") && (name.hasPrefix("._") || !name.lowercased().hasSuffix(".swift"))
    }
}
