import Glibc

/// A folder of our own for one run of a variant: its trace, what it observed, what it printed. Gone when the lab ends, however it ends.
struct TemporaryFolder: ~Copyable {
    let path: String
    /// The folder that it was made in: TMPDIR, or /tmp.
    let parent: String

    /// The files that may lie in it; `remove` knows no others.
    static let files = ["trace", "observations", "failure", "output", "errors"]

    init(named name: String) throws(LabError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
        self.parent = parent
        path = try Interruption.held { () throws(LabError) in
            guard mkdtemp(&template) != nil else { throw .noTemporaryFolder(in: parent, errno: errno) }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            Interruption.willRemove(folder: path, files: Self.files)
            return path
        }
    }

    deinit {
        empty()
        Interruption.held {
            rmdir(path)
            Interruption.hasRemovedFolder()
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
