import Words
import ExplorationRunner
import Glibc
import Recorder
import Symbols
import System
import Trace

/// The files that a traced program has left: its trace, those of the programs it started, and what the recorder
/// says about programs that are not recorded.
struct RecordedFiles {
    let file: TraceFile
    /// The trace's name as it was given.
    let output: String
    /// The program's name as it was given.
    let name: String
    let process: Int32
    /// The programs that it started are recorded, too.
    let isForAll: Bool
    /// Only this last part is kept.
    let last: TimeOption?

    /// Completes the files, which the programs perhaps could not do, and says what is recorded and what is not.
    func finish(_ ending: Trace.Ending) {
        let programs = StartedPrograms(notes: "\(file.path).starts")
        defer { for line in programs.warnings(about: name) { printError("interleave: \(line)") } }
        guard !file.isReplaced || !programs.became.isEmpty else {
            printError(
                """
                interleave: \(output) is a different file now. It was replaced or removed while \(name) ran, so the trace is lost.
                """)
            return
        }
        guard file.size > 0 else {
            file.remove()
            printError("interleave: nothing was recorded: \(reasonForNothing(ending))")
            return
        }
        // A file that cannot grow any further is an error to report, not a reason to be killed.
        signal(SIGXFSZ, SIG_IGN)
        let others = isForAll ? ProcessTrace.beside(file.path, except: file.earlier) : []
        let own = ProcessTrace(path: file.path)
        // The program's last form, if it became another one.
        let last = others.last { $0.process == process } ?? (own.process == process ? own : nil)
        var stillRunning: [ProcessTrace] = []
        for trace in [own] + others where !complete(trace, trace.path == last?.path ? ending : nil) { stillRunning.append(trace) }
        let first = last ?? own
        var named: [(name: String, trace: ProcessTrace)] = []
        for trace in [own] + others where trace.path != first.path {
            let path = freeName(for: trace)
            if rename(trace.path, path) == 0 { named.append((path, trace)) } else { named.append((trace.path, trace)) }
        }
        if first.path != file.path { rename(first.path, file.path) }
        do { try file.keep() } catch { printError("interleave: \(error)") }
        if !isForAll { tellOfExec(programs, first) }
        for trace in stillRunning {
            let shown = trace.path == first.path ? output : named.first { $0.trace.path == trace.path }?.name ?? output
            printError(
                """
                interleave: \(name) has ended, but process \(trace.process), which it started and which is recorded, is still running.
                After that process has ended, \(shown) shows more of it.
                """)
        }
        if isForAll {
            list(first, named)
        } else if stillRunning.isEmpty, isatty(STDERR_FILENO) == 1 {
            // The program's own output stays unchanged; our messages are for people only.
            let file = ShellWords.quoted(output)
            printError(
                """
                interleave: recorded in \(output). To view it: \(Invocation.interleave) view \(file)
                To hand it on: \(Invocation.interleave) export --format html -o run.html \(file)
                """)
        }
    }

    /// Writes how a process ended, if that is known, and the names of its functions; false if it is still running.
    private func complete(_ trace: ProcessTrace, _ ending: Trace.Ending?) -> Bool {
        do {
            // (The end of a process that is not our child is not known.)
            let other = try TraceFinisher.finish(path: trace.path, ending: ending ?? .unknown, processID: ending == nil ? -1 : process)
            if other != nil { return false }
            if let last { try TraceFinisher.keep(last: last.value(inSteps: false), path: trace.path) }
            try Symbolicator.annotate(path: trace.path)
        } catch {
            printError("interleave: the trace \(output) could not be finished: \(error)")
        }
        return true
    }

    /// "run-tool-1234.trace", beside "run.trace".
    private func freeName(for trace: ProcessTrace) -> String {
        let path = file.finalPath
        let folder = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let dot = path[folder...].lastIndex(of: ".").flatMap { $0 > folder ? $0 : nil } ?? path.endIndex
        let stem = "\(path[..<dot])-\(StartedPrograms.name(trace.program))-\(trace.process)", suffix = path[dot...]
        var number = 1
        while access(stem + (number > 1 ? "-\(number)" : "") + suffix, F_OK) == 0 { number += 1 }
        return stem + (number > 1 ? "-\(number)" : "") + suffix
    }

    /// The program became another one, whose records have replaced its own.
    private func tellOfExec(_ programs: StartedPrograms, _ shown: ProcessTrace) {
        guard let last = programs.became.last else { return }
        let now = StartedPrograms.name(last)
        if StartedPrograms.name(shown.program) == now || ProcessTrace.isSameFile(shown.program, last) {
            printError(
                "interleave: the process became \(now) (exec). \(output) shows \(now). To keep the records from before, too: trace --children"
            )
        } else {
            printError(
                """
                interleave: the process became \(now) (exec), which is not recorded: it does not use libdispatch, Foundation or Swift's \
                concurrency, or it cannot be recorded. \(output) shows the process up to then.
                """)
        }
    }

    /// The files, one line each.
    private func list(_ first: ProcessTrace, _ others: [(name: String, trace: ProcessTrace)]) {
        let most = 20
        printError("interleave: recorded \(others.count + 1) program\(others.isEmpty ? "" : "s"):")
        printError("  \(output): \(StartedPrograms.name(first.program)), process \(first.process)")
        for other in others.prefix(most) {
            printError("  \(ShownPath.short(other.name)): \(StartedPrograms.name(other.trace.program)), process \(other.trace.process)")
        }
        if others.count > most { printError("  and \(others.count - most) more in the same folder") }
    }

    /// Why the recorder recorded nothing.
    private func reasonForNothing(_ ending: Trace.Ending) -> String {
        if ending == .killed(signal: SIGXFSZ) {
            return """
                \(name) was killed because a file grew beyond the limit that was set meanwhile (ulimit -f). Perhaps it was the trace.
                Set a higher limit, or set it before you start interleave, which then uses less space.
                """
        }
        return """
            \(name) ended without loading libdispatch, Foundation or Swift's concurrency library, or the disk was full.
            For a script or a launcher, the first such program that it starts is recorded. There was none.
            To record a program that has only threads and locks, add --threads.
            """
    }
}

/// The trace of one process, as its header describes it.
struct ProcessTrace {
    let path: String
    private(set) var process: Int32 = 0
    private(set) var program = ""
    private var startedAt: UInt64 = 0

    init(path: String) {
        self.path = path
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        var page = [UInt8](repeating: 0, count: 2048)
        guard pread(file, &page, page.count, 0) == page.count else { return }
        func number(_ offset: Int, bytes: Int) -> UInt64 { page[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        typealias Header = TraceFormat.Header
        process = Int32(truncatingIfNeeded: number(Header.processID, bytes: 4))
        startedAt = number(Header.startDate, bytes: 8)
        program = String(decoding: page[Header.program..<Header.program + Header.programSize].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The traces of other processes that were recorded together with this one, by their start.
    /// - Parameter earlier: files beside the trace that were there before the run (`namesBeside`): they belong to an earlier one.
    static func beside(_ path: String, except earlier: Set<String> = []) -> [ProcessTrace] {
        let found = namesBeside(path).subtracting(earlier).map { ProcessTrace(path: $0) }
        return found.sorted { ($0.startedAt, $0.path) < ($1.startedAt, $1.path) }
    }

    /// The paths of the files that have names of such traces.
    static func namesBeside(_ path: String) -> Set<String> {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let prefix = "\(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])."
        var found: Set<String> = []
        guard let entries = opendir(folder.isEmpty ? "/" : folder) else { return [] }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(prefix) else { continue }
            let parts = name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
            if parts.count == 2, Int(parts[0]) != nil, Int(parts[1]) != nil { found.insert("\(folder)/\(name)") }
        }
        return found
    }

    static func isSameFile(_ one: String, _ other: String) -> Bool {
        var first = stat(), second = stat()
        return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
}
