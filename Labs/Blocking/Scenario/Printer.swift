import Synchronization

/// A printer that prints when its paper is there.
public final class Printer: Sendable {
    private let pages = Atomic(0)
    private let paper: Meeting
    private let isAsked = Signal()

    public init(hasPaper: Bool) { paper = Meeting(of: hasPaper ? 0 : 1) }

    var printed: Int { pages.load(ordering: .sequentiallyConsistent) }

    func print(_ page: Int) async {
        isAsked.send()
        await paper.wait()
        pages.add(1, ordering: .sequentiallyConsistent)
    }

    func waitUntilAsked() { isAsked.wait() }
    func bringPaper() { paper.arrive() }
}
