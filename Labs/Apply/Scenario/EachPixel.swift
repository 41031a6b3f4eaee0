import Dispatch

extension Photo {
    /// The bug: one iteration for every pixel.
    ///
    /// The sum is correct, and each core has work. But the work of one iteration takes less time
    /// than fetching the number of the next one from the counter that all threads share.
    public func brightnessPixelByPixel(_ start: CommonStart? = nil) -> Int {
        var brightness = [Int](repeating: 0, count: pixels.count)
        // Each iteration writes to its own place, so no lock is needed.
        brightness.withUnsafeMutableBufferPointer { brightness in
            DispatchQueue.concurrentPerform(iterations: pixels.count) { index in
                start?.wait()
                brightness[index] = self.brightness(of: index..<index + 1)
            }
        }
        return brightness.reduce(0, +)
    }
}
