extension Range<Int> {
    /// The first index of the range from which on something holds; its end where it never does. Logarithmic.
    public func firstPast(_ isPast: (Int) -> Bool) -> Int {
        var low = lowerBound, high = upperBound
        while low < high {
            let middle = (low + high) / 2
            if isPast(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
