import Dispatch

/// The sum so far.
public struct Total: Codable, Sendable {
    public var brightness = 0
    /// The number of strides in the sum.
    public var strides = 0

    func adding(_ sum: Int) -> Total { Total(brightness: brightness + sum, strides: strides + 1) }
}

extension Photo {
    /// The bug: all iterations add to the same variable.
    ///
    /// `total += sum` looks like one step but is three: read, add, write. If two iterations read
    /// the same total, the second write replaces the first one, and one sum is lost (a lost
    /// update).
    public func brightnessInOneVariable(stridesOf size: Int, _ start: CommonStart? = nil, _ pairs: PairsMeet? = nil) -> Total {
        var total = Total()
        DispatchQueue.concurrentPerform(iterations: strides(of: size)) { stride in
            start?.wait()
            let sum = brightness(of: pixels(ofStride: stride, size: size))
            let found = total  // Read …
            pairs?.meet()  // … (and wait until another iteration has read too) …
            total = found.adding(sum)  // … add, and write.
        }
        return total
    }
}
