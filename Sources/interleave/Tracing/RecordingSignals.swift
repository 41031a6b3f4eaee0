import ArgumentParser
import Glibc
import Recorder
import Synchronization
import System

/// A signal that can be sent to `trace`, by its name: USR1, SIGUSR2.
struct SignalName: ExpressibleByArgument {
    let number: Int32

    private static let known: [(name: String, number: Int32)] = [
        ("USR1", SIGUSR1), ("USR2", SIGUSR2), ("HUP", SIGHUP), ("QUIT", SIGQUIT), ("TERM", SIGTERM), ("INT", SIGINT),
    ]

    init?(argument: String) {
        let name = argument.uppercased()
        guard let found = Self.known.first(where: { $0.name == name || "SIG\($0.name)" == name }) else { return nil }
        number = found.number
    }

    static let allValueStrings = known.map(\.name)
}

/// What `trace` does with the signals that are meant for the recording, and not for the program.
struct RecordingSignals: Sendable {
    /// The file that is recorded into.
    let file: String
    /// The trace's name in the end: snapshots are named after it.
    let target: String
    let last: TimeOption?

    /// Writes the trace up to now to the next free name: "run-1.trace".
    func snapshot() {
        let folder = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
        let dot = target[folder...].lastIndex(of: ".").flatMap { $0 > folder ? $0 : nil } ?? target.endIndex
        for number in 1..<100_000 {
            let path = "\(target[..<dot])-\(number)\(target[dot...])"
            let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            if made < 0, errno == EEXIST { continue }
            guard made >= 0 else {
                printError("interleave: the snapshot \(path) cannot be written: \(String(cString: strerror(errno))).")
                return
            }
            close(made)
            do {
                try RecordCommand.snapshot(of: file, into: path, last: last)
                printError("interleave: the trace up to now is in \(ShownPath.short(path))")
            } catch {
                unlink(path)
                printError("interleave: no snapshot could be taken: \(error)")
            }
            return
        }
    }

    /// Stops the recording, or starts it again.
    func toggle(_ process: Int32, _ records: borrowing Atomic<Bool>) {
        let wanted = !records.load(ordering: .relaxed)
        do {
            try Recorder.order(wanted, file: file, process: process)
            records.store(wanted, ordering: .relaxed)
            printError("interleave: \(wanted ? "recording" : "not recording")")
        } catch {
            printError("interleave: \(error)")
        }
    }
}
