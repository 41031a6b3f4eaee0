import Dispatch

extension Scheduler {
    private enum Progress {
        case initial
        case added(Int)
        case done
    }

    func schedule() {
        var progress = Progress.initial
        DispatchQueue.global().async(group: done) { [self] in
            if actions.isDisposed { return }
            lock.withLock {
                if case .added(let key) = progress { actions.remove(key) }
                progress = .done
            }
        }
        lock.withLock {
            guard case .initial = progress else { return }
            progress = actions.insert().map { .added($0) } ?? .done
        }
    }
}
