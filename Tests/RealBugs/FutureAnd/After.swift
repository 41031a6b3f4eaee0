extension Both {
    /// Both results are handled on one event loop.
    func setFirst(_ value: Int) {
        if let second { complete(value, second) } else { first = value }
    }

    func setSecond(_ value: Int) {
        loop.async { [self] in
            if let first { complete(first, value) } else { second = value }
        }
    }
}
