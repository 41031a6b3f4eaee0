import Glibc
import System
import Trace

/// Our environment plus the recorder's variables inside the program. A few entries are its own; all
/// others stay unchanged, byte for byte and in their order.
struct TracedEnvironment {
    /// Ends with a null pointer. Never freed: the tracer makes one, and it must live until the
    /// program is started.
    let entries: ChildProcess.CStrings

    /// - Parameters:
    ///   - children: the programs that the program starts are recorded, too.
    ///   - threads: programs that have only threads are recorded, too.
    ///   - choice: what is recorded.
    ///   - control: the recording's first state, if another process can change it: "recording" or "stopped".
    init(trace: String, buffer: Int, library: String, children: Bool, threads: Bool, choice: RecordedChoice, control: String?) {
        var own = Self.ownEntries(trace: trace, buffer: buffer, library: library)
        if children { own.append(("INTERLEAVE_CHILDREN", "1")) }
        if let control { own.append(("INTERLEAVE_CONTROL", control)) }
        if threads { own.append(("INTERLEAVE_THREADS", "1")) }
        if choice.leftOut != 0 { own.append(("INTERLEAVE_LEFT_OUT", String(choice.leftOut))) }
        if !choice.queues.isEmpty { own.append(("INTERLEAVE_QUEUES", choice.queues.joined(separator: "\n"))) }
        self.init(of: environ, with: own)
    }

    /// The recorder's variables.
    static func ownEntries(trace: String, buffer: Int, library: String) -> [(name: String, value: String)] {
        let others = getenv("LD_PRELOAD").map { String(cString: $0) } ?? ""
        let libraries = others.isEmpty ? library : "\(library):\(others)"
        return [("LD_PRELOAD", libraries), ("INTERLEAVE_TRACE", trace), ("INTERLEAVE_BUFFER", String(buffer))]
    }

    /// The entries of `given`: those with the same names replaced in place, the others after them.
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
            // If a name occurs twice, the first entry is replaced and the later ones are dropped.
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
