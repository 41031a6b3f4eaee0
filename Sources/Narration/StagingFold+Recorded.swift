import Trace

extension StagingFold {
    /// The folded sentences and objects of a recorded run; nil if there are none.
    ///
    /// A recorded run has no accesses to variables. So it is not known what the reader's lines use: a semaphore of another file can be the fork
    /// that the run is about. A group only drives the run if no file with one of the reader's lines uses it, and if only the main thread waits
    /// for it: at the lab's end. One that it waits for until the run ends is part of the failure. (The reader's lines can be without any
    /// recorded call: a sale that only reads and writes a variable.)
    static func recorded(_ log: StepLog, beside shown: ShownFiles) -> (sentences: [Bool], objects: Set<Int>)? {
        let trace = log.trace, subjects = log.history.subjects
        let files = Set(shown.parts.map(\.file))
        let isOwn = trace.places.map { place in location(place).map { files.contains(fileName($0)) } }
        /// The object that an event is about.
        func object(of event: Int) -> Int? {
            switch trace.events.kind(event).rawValue {
            case 30...31:
                let wait = subjects.partner(of: event)
                return trace.waits.indices.contains(wait) ? trace.waits[wait].object : nil
            case 40...62: return trace.objects.indices.contains(subjects.subject(of: event)) ? subjects.subject(of: event) : nil
            default: return nil
            }
        }
        var candidates: Set<Int> = [], used: Set<Int> = []
        for event in trace.events.indices {
            guard let object = object(of: event) else { continue }
            let lane = Int(trace.events.lane(event)), isMain = trace.lanes.indices.contains(lane) && trace.lanes[lane].isMain
            let isWait = 30...31 ~= trace.events.kind(event).rawValue
            guard trace.objects[object].kind == .group, isMain || !isWait else {
                used.insert(object)
                continue
            }
            let place = Int(trace.events[event].place)
            // (The end of an item leaves its group without a line of its own.)
            guard isOwn.indices.contains(place), let isOwn = isOwn[place] else { continue }
            if isOwn { used.insert(object) } else { candidates.insert(object) }
        }
        used.formUnion(trace.waits.lazy.filter { $0.ended == nil }.compactMap(\.object))
        let objects = candidates.subtracting(used)
        let sentences = (0..<log.count).map { index in
            let event = log.event(of: index)
            return trace.events.indices.contains(event) && object(of: event).map(objects.contains) ?? false
        }
        return sentences.contains(true) && sentences.contains(false) ? (sentences, objects) : nil
    }
}
