import Foundation

/// A clerk checks the balance after both bookings, with the wrong sum.
func account(isRight: Bool) {
    let lock = NSLock(), balance = Shared(10), bookings = Shared(0)
    concurrently([
        {
            lock.withLock {
                balance.value += 5
                bookings.value += 1
            }
        },
        {
            lock.withLock {
                balance.value -= 3
                bookings.value += 1
            }
        },
        { lock.withLock { if bookings.value == 2 { check(balance.value == (isRight ? 12 : 2)) } } },
    ])
}

/// A driver is stopped while a request that found it running has not been counted yet.
func bluetoothDriver(isRight: Bool) {
    let isStopping = AtomicNumber(0), requests = AtomicNumber(1), hasStopped = AtomicNumber(0)
    concurrently([
        {
            if isRight {
                // Counted first: the stopping thread waits for this request, or this request sees
                // that the driver stops.
                _ = requests.add(1)
                if isStopping.value == 0 { check(hasStopped.value == 0) }
            } else {
                if isStopping.value == 1 { return }
                _ = requests.add(1)
                check(hasStopped.value == 0)
            }
            if requests.add(-1) == 0 { hasStopped.value = 1 }
        },
        {
            isStopping.value = 1
            if requests.add(-1) == 0 { hasStopped.value = 1 }
        },
    ])
}

/// Messages go through a ring buffer with room for two; the writer must check whether it is full.
func circularBuffer(isRight: Bool) {
    let lock = NSLock(), buffer = Shared([0, 0]), written = Shared(0), read = Shared(0)
    concurrently([
        {
            for message in 1...3 {
                lock.withLock {
                    if isRight && written.value - read.value == 2 { return }
                    buffer.value[written.value % 2] = message
                    written.value += 1
                }
            }
        },
        {
            for _ in 1...2 {
                lock.withLock {
                    if written.value == read.value { return }
                    check(buffer.value[read.value % 2] == read.value + 1)
                    read.value += 1
                }
            }
        },
    ])
}

/// The third thread relies on running before both others.
func lazyThird(isRight: Bool) {
    let lock = NSLock(), data = Shared(0)
    concurrently([
        { lock.withLock { data.value += 1 } }, { lock.withLock { data.value += 2 } },
        { lock.withLock { check(isRight ? data.value <= 3 : data.value < 3) } },
    ])
}

/// One thread adds two numbers, another removes them when it is its turn; the turn changes before
/// both numbers are there.
func queueOfTurns(isRight: Bool) {
    let lock = NSLock(), numbers = Shared<[Int]>([]), isTurnOfReader = Shared(false)
    concurrently([
        {
            lock.withLock {
                numbers.value.append(1)
                if !isRight { isTurnOfReader.value = true }
            }
            lock.withLock {
                numbers.value.append(2)
                isTurnOfReader.value = true
            }
        },
        { lock.withLock { if isTurnOfReader.value { check(numbers.value == [1, 2]) } } },
    ])
}

/// Two variables that belong together are set one after the other.
func reorder(setters: Int, _ isRight: Bool) {
    let lock = NSLock(), first = AtomicNumber(0), second = AtomicNumber(0)
    func together(_ work: () -> Void) { if isRight { lock.withLock(work) } else { work() } }
    let set = {
        together {
            first.value = 1
            second.value = -1
        }
    }
    concurrently(
        Array(repeating: set, count: setters) + [
            {
                together {
                    let both = (first.value, second.value)
                    check(both == (0, 0) || both == (1, -1))
                }
            }
        ])
}

/// A thread that pops from a stack checks whether it is empty, and pops, in two steps.
func stack(isRight: Bool) {
    let lock = NSLock(), numbers = Shared([7])
    let take = {
        if isRight {
            lock.withLock { if !numbers.value.isEmpty { numbers.value.removeLast() } }
        } else {
            let hasOne = lock.withLock { !numbers.value.isEmpty }
            if hasOne {
                lock.withLock {
                    check(!numbers.value.isEmpty)
                    numbers.value.removeLast()
                }
            }
        }
    }
    concurrently([take, take])
}

/// A token is passed among three threads; a fourth expects that all have seen it.
func tokenRing(isRight: Bool) {
    let lock = NSLock(), seen = Shared([0, 0, 0])
    let passes: [() -> Void] = [
        { lock.withLock { seen.value[0] = (seen.value[2] + 1) % 4 } }, { lock.withLock { seen.value[1] = seen.value[0] } },
        { lock.withLock { seen.value[2] = seen.value[1] } },
    ]
    let verify = { lock.withLock { check(seen.value == [1, 1, 1]) } }
    if isRight {
        for pass in passes { concurrently([pass]) }
        concurrently([verify])
    } else {
        concurrently(passes + [verify])
    }
}

/// Data goes through two stages with a lock each; a reader between them finds the second stage
/// older than the first.
func twoStages(isRight: Bool) {
    let firstLock = NSLock(), secondLock = NSLock(), first = Shared(0), second = Shared(0)
    concurrently([
        {
            firstLock.withLock {
                first.value = 1
                if isRight { secondLock.withLock { second.value = first.value + 1 } }
            }
            if !isRight {
                let seen = firstLock.withLock { first.value }
                secondLock.withLock { second.value = seen + 1 }
            }
        },
        {
            let seen = firstLock.withLock { first.value }
            if seen == 0 { return }
            secondLock.withLock { check(second.value == seen + 1) }
        },
    ])
}

/// A text is appended to another in two steps; it is cleared in between.
func stringBuffer(isRight: Bool) {
    let lock = NSLock(), text = Shared("photo")
    concurrently([
        {
            if isRight {
                lock.withLock { _ = text.value.prefix(text.value.count) }
            } else {
                let length = lock.withLock { text.value.count }
                lock.withLock { check(text.value.count >= length) }
            }
        },
        { lock.withLock { text.value = "" } },
    ])
}

/// The owner removes from the tail of its queue without the lock, thieves from the head with it.
func workStealing(isRight: Bool) {
    let lock = NSLock(), head = AtomicNumber(0), tail = AtomicNumber(1), taken = AtomicNumber(0)
    concurrently([
        {
            let newTail = tail.add(-1)
            if head.value <= newTail {
                // Wrong if the thief has read the tail before: it finds the item there, too.
                if !isRight || newTail > head.value {
                    check(taken.exchange(0, for: 1))
                    return
                }
            }
            // The last item: decided under the thieves' lock.
            tail.value = newTail + 1
            lock.withLock {
                if head.value < tail.value {
                    _ = tail.add(-1)
                    check(taken.exchange(0, for: 1))
                }
            }
        },
        {
            lock.withLock {
                if head.value < tail.value {
                    if isRight {
                        _ = head.add(1)
                        // The owner may have removed it in between.
                        if head.value <= tail.value { check(taken.exchange(0, for: 1)) } else { _ = head.add(-1) }
                    } else {
                        check(taken.exchange(0, for: 1))
                        _ = head.add(1)
                    }
                }
            }
        },
    ])
}

/// Each file looks for a free block, while there are fewer blocks than files.
func fileSystem(isRight: Bool) {
    let locks = [NSLock(), NSLock()], isBusy = [Shared(false), Shared(false)]
    let write = { (file: Int) in
        {
            for block in (file..<file + 3).map({ isRight ? $0 % 2 : $0 }) {
                check(block < 2)
                if block >= 2 { return }
                let isMine = locks[block].withLock {
                    defer { isBusy[block].value = true }
                    return !isBusy[block].value
                }
                if isMine { return }
            }
        }
    }
    concurrently([write(0), write(1), write(0)])
}
