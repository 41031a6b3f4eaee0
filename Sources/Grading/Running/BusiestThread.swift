import FoundationEssentials
import Glibc

/// Asks a process that does not come to its end where it is: its hardest-working thread gets a deadly signal, whose handler writes down the
/// stack. That of a loop without end is the loop's.
enum BusiestThread {
    static func askWhereItIs(in process: Int32) {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        let works = threads.map { ($0, time(of: "/proc/\(process)/task/\($0)/stat")) }
        guard let busiest = works.max(by: { $0.1 < $1.1 }), busiest.1 > 50, let thread = pid_t(busiest.0) else { return }
        _ = signalThread(process, thread, SIGABRT)
    }

    /// Time on a core, in hundredths of a second.
    private static func time(of path: String) -> Int {
        let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        // Behind the name, which may hold anything, in parentheses: state, parent, … user and system time are the 12th and 13th.
        guard let end = text.lastIndex(of: ")") else { return 0 }
        let fields = text[end...].dropFirst(2).split(separator: " ")
        return fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    // Declared in a header that the Glibc module leaves out.
    @_silgen_name("tgkill")
    private static func signalThread(_ process: pid_t, _ thread: pid_t, _ signal: Int32) -> Int32
}
