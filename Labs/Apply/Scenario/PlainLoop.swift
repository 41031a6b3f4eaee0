import Dispatch

extension Photo {
    /// One thread, one pixel after the other.
    public func brightnessInALoop() -> Int {
        // It runs on a queue only to be visible on a timeline. It runs on the calling thread.
        DispatchQueue(label: "loop").sync { brightness(of: pixels.indices) }
    }
}
