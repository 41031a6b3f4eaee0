import Words
import Glibc

/// The folder that a benchmark writes its traces to; removed at its end, also after Ctrl-C.
struct BenchFolder: ~Copyable {
    let path: String
    /// A hundredth of all counts and one round of each: shows that everything runs, not how fast.
    let isQuick: Bool
    private static let files = ["trace", "output", "source.swift", "program", "data"]

    init(isQuick: Bool = false) throws(ExplainedError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(parent)/interleave-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ExplainedError(
                .usage, "Cannot create a folder in \(parent): \(String(cString: strerror(errno))).",
                cure: "Set TMPDIR to a folder that you can write to.")
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        leftovers = (Self.files.map { "\(path)/\($0)" } + [path]).map { (name: String) in strdup(name) }
        self.path = path
        self.isQuick = isQuick
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                removeLeftovers()
                _exit(128 + number)
            }
        }
    }

    deinit { removeLeftovers() }

    /// The number of counted items.
    func count(_ full: Int) -> Int { isQuick ? full / 100 : full }

    /// The number of rounds.
    func rounds(_ full: Int) -> Int { isQuick ? 1 : full }

    var trace: String { "\(path)/trace" }
    var source: String { "\(path)/source.swift" }
    var program: String { "\(path)/program" }
    var output: String { "\(path)/output" }
    /// A large file that a measured program reads or writes.
    var data: String { "\(path)/data" }
}

/// Paths that a signal handler can use: written once, before the handler is installed, and never
/// freed.
nonisolated(unsafe) private var leftovers: [UnsafeMutablePointer<CChar>?] = []

private func removeLeftovers() {
    for path in leftovers {
        guard let path else { continue }
        if unlink(path) != 0 { rmdir(path) }
    }
}
