import Synchronization

/// A printer that never gets ready.
public final class Printer: Sendable {
    private let asked = Atomic(0)
    private let firstQuestion = Meeting(of: 1)

    public init() {}

    public var questions: Int { asked.load(ordering: .relaxed) }

    func isReady() -> Bool {
        asked.add(1, ordering: .relaxed)
        firstQuestion.arrive()
        return false
    }

    func isAsked() async { await firstQuestion.wait() }
}
