/// Holds no thread: every interleaving is run.
public final class Halfway: Sendable {
    public init() {}

    func stop() {}
    func isReached() async {}
    func letGo() {}
}
