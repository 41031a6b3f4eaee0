import Glibc
import Recorder

/// Our environment with what the recorder inside the program looks for: three entries are its own, all others stay as they are, byte for byte
/// and in their order.
struct TracedEnvironment {
    /// Ends with a null. Never freed: the tracer makes one, and it has to last until the program is started.
    let entries: ChildProcess.CStrings

    init(trace: String, buffer: Int, library: String) {
        self.init(of: environ, with: Self.ownEntries(trace: trace, buffer: buffer, library: library))
    }

    /// What the recorder looks for.
    static func ownEntries(trace: String, buffer: Int, library: String) -> [(name: String, value: String)] {
        let others = getenv("LD_PRELOAD").map { String(cString: $0) } ?? ""
        let libraries = others.isEmpty ? library : "\(library):\(others)"
        return [("LD_PRELOAD", libraries), ("INTERLEAVE_TRACE", trace), ("INTERLEAVE_BUFFER", String(buffer))]
    }

    /// The entries of `given`, those of the same names replaced where they stand, the others behind them.
    private init(of given: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, with changed: [(name: String, value: String)]) {
        var left = changed
        var all: [UnsafeMutablePointer<CChar>?] = []
        var next = given
        while let entry = next.pointee {
            next += 1
            guard let name = changed.first(where: { strncmp(entry, "\($0.name)=", $0.name.utf8.count + 1) == 0 })?.name else {
                all.append(entry)
                continue
            }
            // A name that stands there twice is replaced once, and dropped where it stands again.
            guard let index = left.firstIndex(where: { $0.name == name }) else { continue }
            let (_, value) = left.remove(at: index)
            all.append(strdup("\(name)=\(value)"))
        }
        all += left.map { strdup("\($0.name)=\($0.value)") }
        let entries = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
        entries.initialize(from: all + [nil], count: all.count + 1)
        self.entries = UnsafePointer(entries)
    }
}
