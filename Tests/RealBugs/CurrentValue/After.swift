extension CurrentValue {
    func add(_ consumer: Mailbox) {
        lock.withLock {
            consumers.append(consumer)
            consumer.send(value)
        }
    }
}
