extension ReplayingSource {
    func subscribe(_ observer: @escaping (Int) -> Void) {
        lock.withLock {
            observers.append(observer)
            if let last { observer(last) }
        }
    }
}
