extension Take {
    func receive(_ value: Int) { lock.withLock { pass(value) } }
}
