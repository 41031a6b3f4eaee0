import Dispatch
import Foundation

/// The parent's observations of its child.
public struct ChildSeen: Codable, Sendable {
    /// Stops of the child after SIGTSTP, which it ignores, and after SIGSTOP, which it cannot
    /// ignore.
    public var stopsByTerminalStop: Int
    public var stopsByStop: Int
    public var continues: Int
    public var beatsBefore: Int
    public var beatsWhileStopped: Int
    public var beatsAfter: Int
    /// Whether the parent has waited for the child's end, so that no process is left.
    public var isGone: Bool
}

/// A child is stopped and continued. Its parent sees that in the lines that the child writes, and
/// receives SIGCHLD.
public func watchChild(_ plan: Plan) throws -> ChildSeen {
    let family = try Child(script: "trap '' TSTP; while echo; do sleep 0.02; done")
    defer { family.end() }

    try family.beats.wait(for: 3, "lines from the child")
    try family.send(SIGTSTP)
    try family.beats.waitForMore(3, "lines from the child after SIGTSTP")
    let stopsByTerminalStop = family.stops.total

    try family.send(SIGSTOP)
    try family.stops.wait(for: stopsByTerminalStop + 1, "the child to stop")
    // Lines that it wrote before it stopped can still be in the pipe.
    family.readToTheLast()
    let before = family.beats.total
    Thread.sleep(forTimeInterval: Double(plan.pause) / 1000)
    family.readToTheLast()
    let whileStopped = family.beats.total - before

    try family.send(SIGCONT)
    try family.continues.wait(for: 1, "the child to continue")
    try family.beats.waitForMore(5, "lines from the child after the stop")
    let after = family.beats.total - before - whileStopped

    family.end()
    return ChildSeen(
        stopsByTerminalStop: stopsByTerminalStop, stopsByStop: family.stops.total - stopsByTerminalStop,
        continues: family.continues.total, beatsBefore: before, beatsWhileStopped: whileStopped, beatsAfter: after,
        isGone: family.ends.total == 1)
}

/// A child that writes a line every 20 ms.
private final class Child {
    private let process: pid_t
    let beats = Tally()
    let stops = Tally()
    let continues = Tally()
    let ends = Tally()

    private let pipe: PipeEnds
    private let reading = DispatchQueue(label: "child's lines")
    private let changing = DispatchQueue(label: "SIGCHLD")
    private let lines: DispatchSourceRead
    private let changes: DispatchSourceSignal

    init(script: String) throws {
        pipe = try PipeEnds()
        changes = DispatchSource.makeSignalSource(signal: SIGCHLD, queue: changing)
        lines = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: reading)
        process = try spawn("/bin/sh", ["-c", script], output: pipe.writing)
        close(pipe.writing)
        readLines()
        try noticeChanges()
    }

    private func readLines() {
        lines.setEventHandler { [lines, beats, pipe] in
            // `data` is 0: the other end is closed, because the child has ended.
            guard lines.data > 0 else { return lines.cancel() }
            var bytes = [UInt8](repeating: 0, count: Int(lines.data))
            beats.add(max(0, read(pipe.reading, &bytes, bytes.count)))
            work()
        }
        lines.setCancelHandler { [pipe] in close(pipe.reading) }
        lines.activate()
    }

    private func noticeChanges() throws {
        changes.setEventHandler { [self] in askWhatChanged() }
        try changes.register()
    }

    /// SIGCHLD says that the state of some child has changed. `waitpid` tells which change, and how
    /// often.
    private func askWhatChanged() {
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG | WUNTRACED | WCONTINUED) > 0 {
            if status == 0xFFFF {
                continues.add()
            } else if status & 0xFF == 0x7F {
                stops.add()
            } else {
                let killed = status & 0x7F
                for tally in [beats, stops, continues] {
                    tally.end(because: killed == 0 ? "the child has ended" : "the child has died of signal \(killed)")
                }
                ends.add()
            }
        }
    }

    /// Sends the child a signal. After the child's end another process could have its number, so
    /// then it throws.
    func send(_ signal: Int32) throws {
        guard ends.total == 0 else { throw Surprise("Signal \(signal) cannot be sent: the child has ended.") }
        kill(process, signal)
    }

    /// Returns when there is no more data to read.
    func readToTheLast() {
        var waiting = pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0 && waiting.revents & Int16(POLLIN) != 0 { usleep(500) }
        reading.sync {}
    }

    /// Kills the child if it still lives, and waits for its end. SIGKILL also ends a stopped
    /// process.
    func end() {
        guard !changes.isCancelled else { return }
        try? send(SIGKILL)
        try? ends.wait(for: 1, "the child to end")
        changes.cancel()
        lines.cancel()
        // After these calls, no handler runs.
        reading.sync {}
        changing.sync {}
    }
}
