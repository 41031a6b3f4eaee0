import Dispatch

extension [Photo] {
    /// One photo after the other.
    public func brightnessOneByOne() -> [Int] {
        map { $0.brightness(of: $0.pixels.indices) }
    }

    /// One iteration per photo. For three photos there is little gain: with two cores, one thread
    /// must do two of them.
    public func brightnessAtOnce(_ start: CommonStart? = nil) -> [Int] {
        var brightness = [Int](repeating: 0, count: count)
        brightness.withUnsafeMutableBufferPointer { brightness in
            DispatchQueue.concurrentPerform(iterations: count) { index in
                start?.wait()
                brightness[index] = self[index].brightness(of: self[index].pixels.indices)
            }
        }
        return brightness
    }
}
