import Synchronization

// Both answer immediately: every interleaving is run.

public struct Picture: Codable, Equatable, Sendable {
    public var name: String
    public var download: Int

    func decoded() -> Picture { self }
}

public final class Server: Sendable {
    private let requests = Atomic(0)

    public init() {}

    public var downloads: Int { requests.load(ordering: .relaxed) }

    func download(_ name: String) async -> Picture {
        Picture(name: name, download: requests.add(1, ordering: .relaxed).newValue)
    }

    func answerSoon() {}
}

public final class Bank: Sendable {
    private let payments = Atomic(0)

    public init() {}

    func approve(_ amount: Int) async { payments.add(1, ordering: .relaxed) }
    func pay(_ amount: Int) {}
    func answerSoon() {}
}
