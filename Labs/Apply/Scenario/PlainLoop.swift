import Dispatch

extension Photo {
    /// One thread, one pixel after the other.
    public func brightnessInALoop() -> Int {
        // On a queue only so that it can be seen on a timeline; it runs right here, on the caller.
        DispatchQueue(label: "loop").sync { brightness(of: pixels.indices) }
    }
}
