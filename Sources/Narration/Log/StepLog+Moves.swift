import Trace

extension StepLog {
    /// The thread that a sentence is about; nil for unfinished work.
    public func lane(of index: Int) -> Int? {
        let event = event(of: index)
        return trace.events.indices.contains(event) ? Int(trace.events.lane(event)) : nil
    }

    /// The nearest sentence whose thread is another one than that of the sentence before it; nil if there is none.
    public func index(ofSwitchFrom step: Int, isForward: Bool) -> Int? {
        nearest(step, isForward) { $0 > 0 && lane(of: $0) != lane(of: $0 - 1) }
    }

    /// The nearest sentence about a thread; nil if there is none.
    public func index(ofLane wanted: Int?, from step: Int, isForward: Bool) -> Int? {
        nearest(step, isForward) { lane(of: $0) == wanted }
    }

    /// The nearest sentence about a line, from the next one on and around the ends of the run; nil if there is none.
    /// - Parameter file: the path, or its end; nil: any.
    public func index(ofLine line: Int, in file: String?, from step: Int) -> Int? {
        var first: Int?, next: Int?
        forEach { found in
            guard let source = found.source, source.line == line else { return true }
            if let file, source.file != file, !source.file.hasSuffix("/" + file) { return true }
            let index = found.number - 1
            if first == nil { first = index }
            if index > step { next = index }
            return next == nil
        }
        return next ?? first
    }

    /// The nearest sentence about a step whose order decides that the run fails, from the next one on and around the end of the run.
    public func index(ofDecidingFrom step: Int) -> Int? {
        let moments = trace.decidingMoments
        guard count > 0, let next = moments.first(where: { index(at: $0) > step }) ?? moments.first else { return nil }
        return index(at: next)
    }

    /// The sentence to begin with: the moment at which an explored run fails, or else the first event in a file.
    /// - Parameter ownFile: the name of the file, without its folders.
    public func firstShown(ownFile: String? = nil) -> Int {
        if let failure = indexOfFailure { return failure }
        return ownFile.flatMap(index(ofFirstIn:)) ?? 0
    }

    /// The sentence at which an explored run fails: the last of a deadlock's waits, the access that loses a value, the trap.
    /// nil: it does not fail, or it is not known where.
    public var indexOfFailure: Int? {
        guard count > 0, trace.origin != .recorder else { return nil }
        if let moment = trace.failureMoment { return index(at: moment) }
        // A run that ends while threads wait for each other fails where the circle closes.
        guard history.state(after: trace.events.count - 1).waitingCycle(trace) != nil else { return nil }
        var low = 0, high = trace.events.count - 1
        while low < high {
            let middle = (low + high) / 2
            if history.state(after: middle).waitingCycle(trace) != nil { high = middle } else { low = middle + 1 }
        }
        return index(telling: low)
    }

    /// The next sentence that is not folded, in a direction; nil at the end of the run.
    public func index(ofShownFrom step: Int, isForward: Bool) -> Int? {
        guard let fold else {
            let next = isForward ? step + 1 : step - 1
            return (0..<count).contains(next) ? next : nil
        }
        return nearest(step, isForward) { !fold.isFolded($0) }
    }

    /// The step that is so many shown steps later, or earlier if `distance` is negative; not beyond the first and the last one.
    public func index(ofShownFrom step: Int, by distance: Int) -> Int {
        var found = step
        for _ in 0..<abs(distance) {
            guard let next = index(ofShownFrom: found, isForward: distance > 0) else { break }
            found = next
        }
        return found
    }

    private func nearest(_ step: Int, _ isForward: Bool, _ fits: (Int) -> Bool) -> Int? {
        stride(from: isForward ? step + 1 : step - 1, to: isForward ? count : -1, by: isForward ? 1 : -1).first(where: fits)
    }
}
