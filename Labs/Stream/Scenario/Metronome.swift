import Synchronization

/// Two beats, and three more when the listener has left. A cancellation ends it.
public final class Metronome: Sendable {
    private let count = Atomic(0)
    private let listenerHasLeft: Meeting
    private let isStopped = Meeting(of: 1)

    public init(_ listenerHasLeft: Meeting) { self.listenerHasLeft = listenerHasLeft }

    var beats: Int { count.load(ordering: .sequentiallyConsistent) }

    func nextBeat() async -> Int? {
        if beats == 2 { await listenerHasLeft.wait() }
        if beats == 5 || Task.isCancelled {
            isStopped.arrive()
            return nil
        }
        try? await Task.sleep(for: .milliseconds(5))
        return count.add(1, ordering: .sequentiallyConsistent).newValue
    }

    func stops() async {
        await isStopped.wait()
        // Its task ends, too.
        try? await Task.sleep(for: .milliseconds(5))
    }
}
