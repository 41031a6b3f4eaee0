/// Looks for a large prime number. It takes longer than a frame on the screen.
public struct PrimeSearch: Sendable {
    public let limit: Int
    let user: User?

    public init(below limit: Int, _ user: User? = nil) { (self.limit, self.user) = (limit, user) }

    /// The largest prime number below the limit.
    func largestPrime() -> Int {
        user?.seesThatWorkBegins()
        defer { user?.seesThatWorkEnds() }
        return (2..<limit).last(where: isPrime) ?? 2
    }

    private func isPrime(_ number: Int) -> Bool {
        if number < 4 { return true }
        if number % 2 == 0 { return false }
        var divisor = 3
        while divisor * divisor <= number {
            if number % divisor == 0 { return false }
            divisor += 2
        }
        return true
    }
}
