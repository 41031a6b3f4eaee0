extension CurrentValue {
    func add(_ consumer: Mailbox) {
        let first = lock.withLock { value }
        consumer.send(first)
        lock.withLock { consumers.append(consumer) }
    }
}
