/// Is not used here: the explorer runs every interleaving, so nothing has to be forced.
public final class User: Sendable {
    func seesThatWorkBegins() {}
    func seesThatWorkEnds() {}
}
