import Dispatch

extension Photo {
    /// The fix: an iteration for every *stride* of pixels, and inside it a plain loop.
    ///
    /// Each stride has a slot of its own for its sum, so no two iterations touch the same. The slots are added up at the end, when one
    /// thread is left: `concurrentPerform` returns when all iterations have ended.
    public func brightness(inStridesOf size: Int, _ start: CommonStart? = nil) -> Int {
        var sums = [Int](repeating: 0, count: strides(of: size))
        sums.withUnsafeMutableBufferPointer { sums in
            DispatchQueue.concurrentPerform(iterations: sums.count) { stride in
                start?.wait()
                sums[stride] = brightness(of: pixels(ofStride: stride, size: size))
            }
        }
        return sums.reduce(0, +)
    }
}
