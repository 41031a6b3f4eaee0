import Dispatch

/// What has been added up so far.
public struct Total: Codable, Sendable {
    public var brightness = 0
    /// Strides that are in it.
    public var strides = 0

    func adding(_ sum: Int) -> Total { Total(brightness: brightness + sum, strides: strides + 1) }
}

extension Photo {
    /// The mistake: all iterations add to the same variable.
    ///
    /// `total += sum` looks like one step and is three: read, add, write. Two iterations that both read before one of them has written
    /// write over each other, and one sum is lost.
    public func brightnessInOneVariable(stridesOf size: Int, _ start: CommonStart? = nil, _ pairs: PairsMeet? = nil) -> Total {
        var total = Total()
        DispatchQueue.concurrentPerform(iterations: strides(of: size)) { stride in
            start?.wait()
            let sum = brightness(of: pixels(ofStride: stride, size: size))
            let found = total  // Read …
            pairs?.meet()  // … (and nobody writes before another has read, too) …
            total = found.adding(sum)  // … add, and write.
        }
        return total
    }
}
