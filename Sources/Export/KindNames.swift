import Trace

extension Event.Kind {
    /// Its name in `Format.md`; "kind 200" for one that this version does not know.
    public var name: String { Self.names[rawValue] ?? "kind \(rawValue)" }

    private static let names: [UInt16: String] = [
        1: "place", 2: "text", 10: "itemEnqueued", 11: "itemBegan", 12: "itemEnded", 13: "itemCancelled", 20: "queueCreated",
        21: "queueTargeted", 22: "queueSuspended", 23: "queueResumed", 24: "queueActivated", 30: "waitBegan", 31: "waitEnded",
        40: "groupEntered", 41: "groupLeft", 42: "groupNotified", 43: "groupCreated", 45: "semaphoreCreated", 46: "semaphoreSignalled",
        50: "onceBegan", 51: "onceEnded", 55: "lockAcquired", 56: "lockReleased", 57: "conditionSignalled", 60: "sourceCreated",
        61: "sourceFired", 62: "sourceCancelled", 63: "timerArmed", 64: "signalDelivered", 70: "operationAdded", 71: "operationReady",
        72: "operationDepends", 73: "operationIndependent", 74: "operationCancelled", 80: "taskCreated", 81: "taskSuspended",
        82: "taskResumed", 83: "taskEnded", 84: "taskCancelled", 90: "threadStarted", 91: "threadEnded", 92: "threadJoined",
        100: "memoryRead", 101: "memoryWritten", 102: "memoryAtomic", 110: "note", 120: "moduleLoaded", 121: "placeName", 122: "forked",
    ]
}
