extension Derivation {
    mutating func queue(_ event: Event) -> Int? {
        switch event.kind {
        case .queueCreated:
            let kind = Trace.Queue.Kind(rawValue: Int(event.detail & 0xFF)) ?? .concurrent
            let queue = queues.created(event.object, kind: kind, target: event.argument, at: event.time)
            if event.place >= 0, queuePlaces[queue] == nil { queuePlaces[queue] = Int(event.place) }
            return queue
        case .queueTargeted:
            return queues.targeted(event.object, event.argument)
        case .queueWidth:
            let queue = queues.seen(event.object), limit = Int64(bitPattern: event.argument)
            queues.widened(queue, to: limit < 0 ? nil : Int(clamping: limit), at: event.time)
            return queue
        case .queueCancelled:
            let queue = queues.seen(event.object)
            items.cancelBarriers(of: queue, at: event.time)
            return queue
        default:
            // Suspended, resumed, activated: a queue, or a source, whose index is then kept apart.
            if queues.known(event.object) == nil, let source = objects.known(.source, event.object) { return -2 - source }
            let queue = queues.seen(event.object)
            if event.kind != .queueActivated { queues.suspended(queue, event.kind == .queueSuspended, at: event.time) }
            return queue
        }
    }

    mutating func object(_ event: Event, at index: Int) -> Int? {
        let object = changed(event, at: index)
        if let object {
            let isMaking = [.groupCreated, .semaphoreCreated, .sourceCreated].contains(event.kind)
            if isMaking, coverage.isWhole(from: event.time, about: objects.objects[object].kind) { objects.knowsAll(of: object) }
            if event.place >= 0 { objects.called(object, from: Int(event.place), isMaking: isMaking) }
        }
        return object
    }

    /// Records an event of an object; returns the object's index.
    private mutating func changed(_ event: Event, at index: Int) -> Int? {
        let lane = Int(event.lane)
        switch event.kind {
        case .groupCreated: return objects.created(.group, event.object)
        case .groupEntered:
            let group = objects.seen(.group, event.object)
            objects.entered(group)
            return group
        case .groupLeft:
            let group = objects.seen(.group, event.object)
            objects.left(group, event: index, lane: lane)
            left(group, at: event.time)
            return group
        case .groupNotified:
            let group = objects.seen(.group, event.object)
            if let item = items.newest(event.argument), items.items[item].how == .groupNotify, items.items[item].group == nil {
                items.update(item) { $0.group = group }
                notified(item, at: event.time)
            }
            return group
        case .semaphoreCreated: return objects.created(.semaphore, event.object, firstValue: Int64(bitPattern: event.argument))
        case .semaphoreSignalled: return released(.semaphore, event, index)
        case .onceBegan: return taken(.once, event)
        case .onceEnded: return released(.once, event, index)
        case .lockAcquired: return taken(.lock, event)
        case .lockReleased: return released(.lock, event, index)
        case .conditionSignalled: return released(.condition, event, index)
        case .sourceCreated:
            let name = ObjectLives.sourceName(type: Int(event.detail & 0xFF), handle: event.argument)
            return objects.created(.source, event.object, name: name)
        case .sourceFired, .sourceCancelled: return objects.seen(.source, event.object)
        case .timerArmed: return objects.known(.source, event.object)
        default: return nil
        }
    }

    private mutating func taken(_ kind: Trace.SyncObject.Kind, _ event: Event) -> Int {
        let object = objects.seen(kind, event.object), lane = Int(event.lane)
        holdings.began(
            Trace.Holding(
                object: object, lane: lane, item: items.running(on: lane), began: event.time,
                isShared: kind == .lock && event.detail & 0xFF == TraceFormat.lockForReading))
        return object
    }

    private mutating func released(_ kind: Trace.SyncObject.Kind, _ event: Event, _ index: Int) -> Int {
        let object = objects.seen(kind, event.object)
        objects.released(object, event: index, lane: Int(event.lane))
        if kind == .lock || kind == .once { holdings.ended(object, lane: Int(event.lane), at: event.time) }
        return object
    }

    mutating func operation(_ event: Event) -> Int? {
        switch event.kind {
        case .operationAdded:
            let known = items.newest(event.object).flatMap { number in
                let item = items.items[number]
                return item.how == .operation && item.began == nil && item.cancelled == nil ? number : nil
            }
            let number =
                known
                ?? items.enqueued(
                    Trace.Item(
                        id: event.object, how: .operation, queue: -1, enqueued: event.time, enqueuedOnLane: Int(event.lane),
                        enqueuedByItem: items.running(on: Int(event.lane)), place: event.place < 0 ? nil : Int(event.place)))
            operations.added(event.object, item: number)
            // Cancelled before it was added: it comes to its queue only to be finished.
            if operations.wasCancelled(event.object) {
                _ = items.cancelled(event.object, at: items.items[number].enqueued ?? event.time)
            }
            return number
        case .operationDepends, .operationIndependent:
            operations.depends(
                event.object, on: event.argument, at: event.time, isRemoved: event.kind == .operationIndependent)
            return items.newest(event.object)
        case .operationPriority:
            let number = items.newest(event.object)
            if let number {
                items.update(number) {
                    $0.operation.priority = Int(clamping: Int64(bitPattern: event.argument))
                    if event.detail & TraceFormat.found != 0 { $0.operation.priorityWhenAdded = $0.operation.priority }
                }
            }
            return number
        case .operationReturned:
            let number = items.newest(event.object)
            if let number { items.returned(number, at: event.time) }
            return number
        case .operationCancelled:
            if items.newest(event.object) == nil { operations.cancelled(event.object) }
            return items.cancelled(event.object, at: event.time)
        default:
            return items.newest(event.object)
        }
    }

    mutating func wait(_ event: Event, at index: Int) -> Int? {
        let lane = Int(event.lane)
        guard let kind = Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) else { return nil }
        if event.kind == .waitBegan {
            var wait = Trace.Wait(
                kind: kind, lane: lane, item: items.running(on: lane), began: event.time,
                timeout: event.argument == .max ? nil : Int64(clamping: event.argument), place: event.place < 0 ? nil : Int(event.place))
            if kind == .kernel {
                wait.call = KernelCall(detail: event.detail)
                if event.object != 0 { wait.object = objects.descriptor(event.object) }
            } else if let objectKind = kind.object, event.object != 0 {
                wait.object = objects.seen(objectKind, event.object)
            }
            if let object = wait.object, let place = wait.place { objects.called(object, from: place, isMaking: false) }
            if kind == .workItem || kind == .operation { wait.awaitedItem = items.newest(event.object) }
            if kind == .task { wait.awaitedTask = tasks.known(event.object) }
            wait.passedAtOnce = isOpen(wait, address: event.object)
            return waits.began(wait, address: event.object, event: index)
        }
        let timedOut = event.detail & TraceFormat.waitTimedOut != 0
        guard let (number, began) = waits.ended(kind, address: event.object, lane: lane, at: event.time, timedOut: timedOut) else {
            return nil
        }
        let wait = waits.waits[number]
        let awaited = wait.awaitedItem ?? (kind == .workItem || kind == .operation ? items.newest(event.object) : nil)
        var endedBy: Int?
        if timedOut || kind == .kernel {
            endedBy = nil
        } else if let object = wait.object, kind == .semaphore {
            endedBy = objects.usedSignal(of: object, since: began, for: lane)
        } else if let object = wait.object, kind != .threadJoin {
            endedBy = objects.release(of: object, since: began, for: lane)
        } else if kind == .threadJoin {
            endedBy = lanes.index(number: event.object).map { lanes.endEvents[$0] }
        } else if let awaited {
            endedBy = Int(items.endEvents[awaited])
        } else if let queue = queues.known(event.object) {
            let last = activity[queue]
            endedBy = Int(last.lastEnd) > began && Int(last.lastEndLane) != lane ? Int(last.lastEnd) : nil
        }
        if let event = endedBy, event < 0 { endedBy = nil }
        waits.update(number) { wait in
            wait.awaitedItem = awaited
            if wait.passedAtOnce, wait.lastsForWork { endedBy = nil }
            wait.endedBy = endedBy
            wait.passedAtOnce = wait.passedAtOnce && endedBy == nil && !timedOut
        }
        return number
    }

    /// Whether a wait that begins now does not block.
    private func isOpen(_ wait: Trace.Wait, address: UInt64) -> Bool {
        if let object = wait.object, !objects.objects[object].isFullyKnown { return false }
        switch wait.kind {
        case .semaphore, .group, .once: return wait.object.map(objects.isOpen) ?? false
        case .mutex: return wait.object.map { !holdings.isHeld($0) } ?? false
        case .threadJoin: return lanes.index(number: address).map { lanes.endEvents[$0] >= 0 } ?? false
        case .workItem, .operation: return wait.awaitedItem.map { items.endEvents[$0] >= 0 } ?? false
        case .operationQueue:
            return !coverage.isWhole ? false : queues.known(address).map { activity[$0].running <= 0 && activity[$0].pending <= 0 } ?? false
        case .sync, .condition, .sleep, .apply, .readLock, .writeLock, .futex, .task, .taskGroup, .continuation, .stream, .processor,
            .kernel:
            return false
        }
    }
}

extension Trace.Wait {
    /// It waits for a thread or an item that ends once and for all.
    fileprivate var lastsForWork: Bool { kind == .threadJoin || kind == .workItem || kind == .operation }
}
