extension Both {
    /// The lock is held only for the look at the other result.
    func setFirst(_ value: Int) {
        let other = lock.withLock { second }
        if let other { complete(value, other) } else { first = value }
    }

    func setSecond(_ value: Int) {
        let other = lock.withLock { first }
        if let other { complete(other, value) } else { second = value }
    }
}
