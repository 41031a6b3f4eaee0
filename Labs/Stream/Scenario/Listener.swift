/// Says when it has heard two beats.
public final class Listener: Sendable {
    private let hasHeardTwo = Meeting(of: 2)

    public init() {}

    func hear(_ beat: Int) { hasHeardTwo.arrive() }
    func hasHeard() async { await hasHeardTwo.wait() }
}
