import Dispatch

extension [Photo] {
    /// Photo after photo.
    public func brightnessOneByOne() -> [Int] {
        map { $0.brightness(of: $0.pixels.indices) }
    }

    /// An iteration a photo. For three of them it is hardly worth it: with two cores, one of the threads has to do two.
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
