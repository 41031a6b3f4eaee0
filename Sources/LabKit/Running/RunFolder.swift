import Words
import Glibc

/// A temporary folder for one run of a variant: its trace, its observations, its output. It is
/// removed when the lab ends, in any way.
struct RunFolder: ~Copyable {
    let path: String
    /// The parent folder: TMPDIR, or /tmp.
    let parent: String

    /// The files that it can contain; `remove` removes only these. The last three are a scenario's database.
    static let files = ["trace", "observations", "failure", "output", "errors", "database", "database-wal", "database-shm"]

    init(named name: String) throws(ExplainedError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        // (The verifier of Swift 6.2 rejects a throw after the first property has its value.)
        let path = try CleanupOnSignal.held { () throws(ExplainedError) in
            guard mkdtemp(&template) != nil else { throw .noTemporaryFolder(in: parent, errno: errno) }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            CleanupOnSignal.willRemove(folder: path, files: Self.files)
            return path
        }
        self.parent = parent
        self.path = path
    }

    deinit {
        empty()
        CleanupOnSignal.held {
            rmdir(path)
            CleanupOnSignal.hasRemovedFolder()
        }
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func empty() {
        for name in Self.files { unlink(file(name)) }
    }

    /// The contents of one of its files, at most a megabyte; nil when it does not exist.
    func bytes(of name: String) -> [UInt8]? {
        guard let file = fopen(file(name), "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }
}
