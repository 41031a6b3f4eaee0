import Foundation
import Synchronization

/// Collects log lines, with the thread that logged each of them.
public final class Console: Sendable {
    private struct Line {
        var text: String
        var thread: UInt
    }
    private let lines = Mutex<[Line]>([])
    private let logged = DispatchSemaphore(value: 0)

    public init() {}

    func log(_ text: String) {
        lines.withLock { $0.append(Line(text: text, thread: UInt(pthread_self()))) }
        logged.signal()
    }

    /// Waits until both lines are there, for at most five seconds each.
    public func waitForBoth() {
        for _ in 1...2 { _ = logged.wait(timeout: .now() + 5) }
    }

    public var texts: [String] { lines.withLock { $0.map(\.text) } }
    /// Whether one thread logged both lines.
    var isOneThread: Bool { lines.withLock { Set($0.map(\.thread)).count == 1 } }
}

/// The logs of several rounds.
public struct LogReport: Codable, Sendable {
    public var rounds = 0
    public var firstLogFirst = 0
    /// Rounds in which the block ran on the thread of the caller.
    public var onOneThread = 0

    public init(rounds: Int, _ viewDidLoad: (Console) -> Void) {
        self.rounds = rounds
        for _ in 1...rounds {
            let console = Console()
            viewDidLoad(console)
            console.waitForBoth()
            if console.texts.first == "First Log" { firstLogFirst += 1 }
            if console.isOneThread { onOneThread += 1 }
        }
    }
}
