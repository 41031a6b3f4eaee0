import Dispatch
import Synchronization

/// A picture, with the number of its download.
public struct Picture: Codable, Equatable, Sendable {
    public var name: String
    public var download: Int

    /// Takes a moment.
    func decoded() -> Picture {
        calculate()
        return self
    }
}

/// Answers all requests a few milliseconds after the scenario tells it to.
public final class Server: Sendable {
    private let requests = Atomic(0)
    private let answer = Meeting(of: 1)

    public init() {}

    public var downloads: Int { requests.load(ordering: .relaxed) }

    func download(_ name: String) async -> Picture {
        let number = requests.add(1, ordering: .relaxed).newValue
        await answer.wait()
        return Picture(name: name, download: number)
    }

    func answerSoon() { DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { self.answer.arrive() } }
}

/// Approves payments in the same way.
public final class Bank: Sendable {
    private let answer = Meeting(of: 1)

    public init() {}

    func approve(_ amount: Int) async { await answer.wait() }

    /// Takes a moment.
    func pay(_ amount: Int) { calculate() }

    func answerSoon() { DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { self.answer.arrive() } }
}

/// About a millisecond.
private func calculate() {
    _ = (0..<15_000).reduce(0) { $0 &* 31 &+ $1 }
}
