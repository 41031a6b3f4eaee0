/// Not needed here: the explorer delays each thread anyway.
public final class BusyTime: Sendable {
    func blockWasSubmitted() {}
}
