import Foundation

/// Somebody at another terminal, who types `kill`: a process of its own, since one that is stopped cannot continue itself.
struct Outsider {
    private let shell: pid_t
    private let line: PipeEnds

    /// Stops this process, waits until the system shows each of its threads as stopped, and lets it run on after the pause.
    static func whoStopsUs(_ plan: Plan) throws -> Outsider {
        try Outsider("kill -s STOP $1 && \(untilStopped); sleep $2; kill -s CONT $1", plan)
    }

    /// Asks this process to stop, as Ctrl-Z does. Whether and when it does is up to the process.
    static func whoAsksUsToStop(_ plan: Plan) throws -> Outsider {
        try Outsider("kill -s TSTP $1 && \(untilStopped); sleep $2; kill -s CONT $1", plan)
    }

    /// Stops this process, sends it signal after signal, and lets it run on.
    static func whoStopsUsAndSends(_ signal: String, _ plan: Plan) throws -> Outsider {
        let burst = "sent=0; while [ $sent -lt $3 ]; do kill -s \(signal) $1 || exit 1; sent=$((sent + 1)); done"
        return try Outsider("kill -s STOP $1 && \(untilStopped); \(burst); sleep $2; kill -s CONT $1", plan)
    }

    /// Looks until no thread of process $1 is in another state than T, stopped (t: stopped under a tracer).
    private static let untilStopped = "while grep -qs '^State:.[^Tt]' /proc/$1/task/*/status; do sleep 0.01; done"

    private init(_ commands: String, _ plan: Plan) throws {
        line = try PipeEnds()
        let arguments = ["-c", "read start && { \(commands); }", "outsider", String(getpid()), plan.seconds, String(plan.burst)]
        shell = try spawn("/bin/sh", arguments, input: line.reading)
        close(line.reading)
    }

    /// Now! Returns when this process has been stopped and runs on.
    func acts() throws {
        write(line.writing, "\n", 1)
        close(line.writing)
        guard waitForEnd(of: shell) == 0 else { throw Surprise("The shell that should stop and continue this process failed.") }
    }
}
