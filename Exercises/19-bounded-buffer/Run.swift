import Synchronization

/// 19-bounded-buffer: one call after the other, so it is certain which of them must wait, and which
/// one must wake them.
public enum BoundedBufferRun {
    /// The attempt's functions.
    public struct Buffer {
        var put: (String) -> Bool
        var take: () -> String?
        var close: () -> Void

        public init(put: @escaping (String) -> Bool, take: @escaping () -> String?, close: @escaping () -> Void) {
            self.put = put
            self.take = take
            self.close = close
        }
    }

    /// The observations.
    public struct Observations: Codable, Sendable {
        public var capacity = 3
        /// The calls of `put` that returned before any photo was taken; there was one more call than
        /// the buffer has room for.
        public var putsBeforeTake = 0
        /// The state of the call that found a full buffer, and whether it returned after a `take`.
        public var fullPut = ProbeThread.Standing.asleep
        public var fullPutContinued = false
        /// The photos that were put, and those that were taken, in their order.
        public var put: [String] = []
        public var taken: [String] = []
        /// The state of a `take` at an empty buffer, and the photo that it got after a `put`.
        public var emptyTake = ProbeThread.Standing.asleep
        public var emptyTakeGot: String?
        /// Whether the part with the empty buffer ended.
        public var emptyTakeContinued = false
        /// Consumers, and producers, that waited when the buffer was closed; those that returned; and
        /// those that returned something else than nil, or false.
        public var waiting = 2
        public var consumersWoken = 0
        public var producersWoken = 0
        public var wrongAnswers = 0
        /// Whether they did wait.
        public var didWait = true
        /// The photos in a buffer when it was closed, and those that were taken after that.
        public var left: [String] = []
        public var takenAfterClose: [String] = []
        /// Whether a `put` after `close()` was accepted.
        public var acceptedAfterClose = false
        /// Whether the calls after `close()` returned.
        public var stuckAfterClose = false
        /// Whether a waiting thread did not sleep.
        public var isRestless = false
    }

    /// Runs the checks against an attempt and ends the process.
    /// - Parameter make: creates an empty buffer.
    public static func run(_ make: (_ capacity: Int) -> Buffer) -> Never {
        AttemptRun.begin()
        var seen = Observations()
        TraceMark.put("filling begins")
        fill(Attempt(make(seen.capacity)), &seen)
        TraceMark.put("waiting begins")
        waitForOne(Attempt(make(1)), &seen)
        if !seen.isRestless {
            closeForConsumers(Attempt(make(1)), &seen)
            closeForProducers(Attempt(make(1)), &seen)
        }
        closeWithRest(Attempt(make(2)), &seen)
        AttemptRun.end(seen)
    }

    /// Fills the buffer, until a `put` blocks. Then takes one photo, and the others when that `put` had time to
    /// return: so it is certain which photo is put at which moment.
    private static func fill(_ buffer: Attempt<Buffer>, _ seen: inout Observations) {
        var last: ProbeThread?
        for number in 1...seen.capacity + 1 {
            let photo = "photo \(number)"
            seen.put.append(photo)
            let producer = ProbeThread("producer \(number)") { _ in _ = buffer.code.put(photo) }
            let standing = producer.settle()
            last = producer
            if standing == .returned {
                seen.putsBeforeTake += 1
            } else {
                seen.fullPut = standing
                seen.isRestless = standing == .restless
                break
            }
        }
        let taken = Mutex<[String]>([])
        let count = seen.put.count, mayTakeOthers = CountingEvent()
        let consumer = ProbeThread("consumer") { _ in
            for number in 1...count {
                guard let photo = buffer.code.take() else { return }
                taken.withLock { $0.append(photo) }
                if number == 1 { mayTakeOthers.wait() }
            }
        }
        _ = consumer.settle()
        _ = last?.settle()
        mayTakeOthers.happen()
        _ = ProbeThread.stuck((last.map { [$0] } ?? []) + [consumer])
        seen.fullPutContinued = last?.wait(patience: .zero) ?? true
        seen.taken = taken.withLock { $0 }
    }

    /// A consumer waits at an empty buffer until a photo is put.
    private static func waitForOne(_ buffer: Attempt<Buffer>, _ seen: inout Observations) {
        let got = Mutex<String?>(nil)
        let consumer = ProbeThread("waiting consumer") { _ in
            let photo = buffer.code.take()
            got.withLock { $0 = photo }
        }
        seen.emptyTake = consumer.settle()
        if seen.emptyTake == .restless { seen.isRestless = true }
        let producer = ProbeThread("producer") { _ in _ = buffer.code.put("late photo") }
        seen.emptyTakeContinued = ProbeThread.stuck([consumer, producer]) == 0
        seen.emptyTakeGot = got.withLock { $0 }
    }

    /// Consumers wait at an empty buffer when it is closed.
    private static func closeForConsumers(_ buffer: Attempt<Buffer>, _ seen: inout Observations) {
        let wrongAnswer = CountingEvent()
        let consumers = (1...seen.waiting).map { number in
            ProbeThread("consumer \(number)") { _ in if buffer.code.take() != nil { wrongAnswer.happen() } }
        }
        for consumer in consumers where consumer.settle() == .returned { seen.didWait = false }
        seen.consumersWoken = seen.waiting - close(buffer, consumers)
        seen.wrongAnswers += wrongAnswer.times
    }

    /// Producers wait at a full buffer when it is closed.
    private static func closeForProducers(_ buffer: Attempt<Buffer>, _ seen: inout Observations) {
        let wrongAnswer = CountingEvent()
        _ = ProbeThread("first producer") { _ in _ = buffer.code.put("photo") }.settle()
        let producers = (1...seen.waiting).map { number in
            ProbeThread("producer \(number)") { _ in if buffer.code.put("photo \(number)") { wrongAnswer.happen() } }
        }
        for producer in producers where producer.settle() == .returned { seen.didWait = false }
        seen.producersWoken = seen.waiting - close(buffer, producers)
        seen.wrongAnswers += wrongAnswer.times
    }

    /// Closes the buffer. Returns the number of callers that did not return after that.
    private static func close(_ buffer: Attempt<Buffer>, _ callers: [ProbeThread]) -> Int {
        let closer = ProbeThread("closer") { _ in buffer.code.close() }
        closer.wait()
        return ProbeThread.stuck(callers)
    }

    /// The buffer is closed with two photos in it.
    private static func closeWithRest(_ buffer: Attempt<Buffer>, _ seen: inout Observations) {
        let left = ["first", "second"]
        let taken = Mutex<[String]>([]), accepted = CountingEvent()
        let caller = ProbeThread("last consumer") { _ in
            for photo in left { _ = buffer.code.put(photo) }
            buffer.code.close()
            let first = buffer.code.take()
            // Now there is room, but the buffer is closed.
            if buffer.code.put("too late") { accepted.happen() }
            var photo = first
            while let found = photo {
                taken.withLock { $0.append(found) }
                photo = taken.withLock { $0.count } < 4 ? buffer.code.take() : nil
            }
        }
        seen.left = left
        seen.stuckAfterClose = ProbeThread.stuck([caller]) > 0
        seen.takenAfterClose = taken.withLock { $0 }
        seen.acceptedAfterClose = accepted.times > 0
    }
}
