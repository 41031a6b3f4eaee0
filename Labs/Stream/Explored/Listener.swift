/// The listener leaves at any moment.
public final class Listener: Sendable {
    public init() {}

    func hear(_ beat: Int) {}
    func hasHeard() async {}
}
