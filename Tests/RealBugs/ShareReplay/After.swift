extension ReplayingSource {
    func subscribe(_ observer: @escaping (Int) -> Void) {
        let replayed = lock.withLock {
            observers.append(observer)
            return last
        }
        if let replayed { observer(replayed) }
    }
}
