import Dispatch

extension Photo {
    /// The fix: one iteration for each *stride* of pixels, with a plain loop inside.
    ///
    /// Each stride has its own slot for its sum, so no two iterations use the same slot. The caller
    /// adds up the slots at the end: `concurrentPerform` returns when all iterations have ended.
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
