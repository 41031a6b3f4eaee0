/// Not needed here: the explorer itself chooses the moment at which the user does something.
public final class User: Sendable {
    func importReaches(_ line: Int) {}
}
