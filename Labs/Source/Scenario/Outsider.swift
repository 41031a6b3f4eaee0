import Foundation

/// Plays a person who types `kill` in another terminal. It is a separate process, because a stopped
/// process cannot continue itself.
struct Outsider {
    private let shell: pid_t
    private let line: PipeEnds

    /// Stops this process, waits until the system shows each of its threads as stopped, and
    /// continues it after the pause.
    static func whoStopsUs(_ plan: Plan) throws -> Outsider {
        try Outsider("kill -s STOP $1 && \(untilStopped); sleep $2; kill -s CONT $1", plan)
    }

    /// Asks this process to stop, like Ctrl-Z. The process decides whether and when it stops.
    static func whoAsksUsToStop(_ plan: Plan) throws -> Outsider {
        try Outsider("kill -s TSTP $1 && \(untilStopped); sleep $2; kill -s CONT $1", plan)
    }

    /// Stops this process, sends it many signals, and continues it.
    static func whoStopsUsAndSends(_ signal: String, _ plan: Plan) throws -> Outsider {
        let burst = "sent=0; while [ $sent -lt $3 ]; do kill -s \(signal) $1 || exit 1; sent=$((sent + 1)); done"
        return try Outsider("kill -s STOP $1 && \(untilStopped); \(burst); sleep $2; kill -s CONT $1", plan)
    }

    /// Loops until every thread of process $1 is in state T (stopped) or t (stopped by a tracer).
    private static let untilStopped = "while grep -qs '^State:.[^Tt]' /proc/$1/task/*/status; do sleep 0.01; done"

    private init(_ commands: String, _ plan: Plan) throws {
        line = try PipeEnds()
        let arguments = ["-c", "read start && { \(commands); }", "outsider", String(getpid()), plan.seconds, String(plan.burst)]
        shell = try spawn("/bin/sh", arguments, input: line.reading)
        close(line.reading)
    }

    /// Starts the outsider. Returns when this process has been stopped and continued.
    func acts() throws {
        write(line.writing, "\n", 1)
        close(line.writing)
        guard waitForEnd(of: shell) == 0 else { throw Surprise("The shell that should stop and continue this process failed.") }
    }
}
