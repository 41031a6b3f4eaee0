import Synchronization

/// Two beats, which wait for nothing: every interleaving is run.
public final class Metronome: Sendable {
    private let count = Atomic(0)
    private let isStopped = Meeting(of: 1)

    public init(_ listenerHasLeft: Meeting) {}

    var beats: Int { count.load(ordering: .sequentiallyConsistent) }

    func nextBeat() async -> Int? {
        if beats == 2 || Task.isCancelled {
            isStopped.arrive()
            return nil
        }
        return count.add(1, ordering: .sequentiallyConsistent).newValue
    }

    func stops() async { await isStopped.wait() }
}
