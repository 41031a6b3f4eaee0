// The situation: a concert is almost sold out. Several counters serve one customer each, at the same
// time, and each counter is a queue of its own. All of them sell the seats of one box office.

/// Sells the seats of a concert, from seat 1 on. Several threads call it at the same time.
public protocol BoxOffice {
    /// Sells the next seat, and returns its number; nil if the concert is sold out.
    func sell() -> Int?
}
