/// Nobody has to be made to meet: every order is tried, that in which they meet, too.
final class Rendezvous: Sendable {
    init(of number: Int) {}

    func meet() {}
}
