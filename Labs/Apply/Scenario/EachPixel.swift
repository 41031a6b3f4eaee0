import Dispatch

extension Photo {
    /// The mistake: an iteration for every pixel.
    ///
    /// It is right, and each core has work. But the work of an iteration is over sooner than it takes to fetch the next iteration's
    /// number, for which the threads queue up.
    public func brightnessPixelByPixel(_ start: CommonStart? = nil) -> Int {
        var brightness = [Int](repeating: 0, count: pixels.count)
        // Each iteration writes where no other does: that needs no lock.
        brightness.withUnsafeMutableBufferPointer { brightness in
            DispatchQueue.concurrentPerform(iterations: pixels.count) { index in
                start?.wait()
                brightness[index] = self.brightness(of: index..<index + 1)
            }
        }
        return brightness.reduce(0, +)
    }
}
