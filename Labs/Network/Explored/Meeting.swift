/// Is not used here: the explorer runs every interleaving, so nothing has to be forced.
public final class Meeting: Sendable {
    func meet() {}
}
