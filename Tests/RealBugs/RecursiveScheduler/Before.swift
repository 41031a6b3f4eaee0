import Dispatch

extension Scheduler {
    func schedule() {
        var isAdded = false, isDone = false
        var key: Int?
        DispatchQueue.global().async(group: done) { [self] in
            if actions.isDisposed { return }
            lock.withLock {
                if isAdded { actions.remove(key!) } else { isDone = true }
            }
        }
        lock.withLock {
            if isDone { return }
            key = actions.insert()
            isAdded = true
        }
    }
}
