import LabKit

/// The question before each variant.
extension Prediction {
    static let queuePriority = Prediction(
        """
        The queue runs one operation at a time. `priorities` goes from very low to very high. Which operation runs first after
        `queue.isSuspended = false`?
        """,
        about: .part(of: "filterByPriority", from: "queue.isSuspended = true", through: "queue.isSuspended = false"),
        choices: ["the one that was added first", "the one of very high priority", "any of the five"], answer: 1,
        because: """
            Each time the queue can start an operation, it looks at all operations that are ready. It takes the one with the highest
            `queuePriority`. The order in which they were added counts only among equals.
            """, at: .firstOperation,
        beside: [
            "isSuspended = false": "{operations that ran before the most important one, which was added last} before the most important one"
        ])

    static let equalPriority = Prediction(
        "The queue runs one operation at a time. What happens after `queue.isSuspended = false`?",
        about: .part(of: "filterEquals", from: "queue.isSuspended = true", through: "queue.isSuspended = false"),
        choices: [
            "all high ones run first, in any order", "they run in the order in which they were added",
            "the high ones run first, each kind in its order",
        ],
        answer: 2,
        because: """
            Operations of one priority run in the order in which they were added: first in, first out. So the queue runs all operations of high
            priority in their order, and then all of normal priority in theirs.
            """, at: .firstOperation,
        beside: [
            "isSuspended = false":
                "{operations of high priority that ran after one of normal priority} of high priority ran after a normal one"
        ])

    static let running = Prediction(
        """
        The queue runs one operation at a time. The slow one runs when the two others are added. When does `PhotoFilter("urgent",
        .veryHigh, journal)` start?
        """,
        about: .part(
            of: "addWhileRunning", from: "queue.addOperation(PhotoFilter(\"slow\"", through: "queue.addOperation(PhotoFilter(\"urgent\""),
        choices: ["immediately: the slow one is interrupted", "when the slow one has ended", "when the two others have ended"], answer: 1,
        because: """
            A priority decides which operation starts next. It does not stop an operation that runs. So the urgent operation waits for the
            slow one, and then it goes before the normal one.
            """, at: Moment { trace in trace.items.last { $0.label.contains("urgent") }?.enqueued },
        beside: ["\"urgent\"": "{operations that began before the slow one had ended} began before the slow one had ended"])

    static let priorityAsOrder = Prediction(
        """
        The filter needs the photo of the download. The queue runs one operation at a time, and it is idle when `photo.filter` is
        added. What happens?
        """,
        about: .part(of: "orderByPriority", from: "let queue", through: "addOperation(photo.download)"),
        choices: ["the download runs first: it has the higher priority", "the filter runs first, and finds no photo", "chance decides"],
        answer: 1,
        because: """
            The queue is idle, so it starts the filter at the moment when it is added. The download is not there yet, and a priority cannot compare
            an operation with one that comes later. While the queue is busy, the same code works: that is luck.
            """, at: Moment { trace in trace.items.first { $0.label.contains("filter") }?.began },
        beside: [
            "addOperation(photo.filter)": "{filters that ran before the download, which has the highest priority} ran too early",
            "addOperation(photo.download)": "{photos that were filtered} filtered",
        ])

    static let dependency = Prediction(
        """
        Now `addDependency` comes first, and the priorities are equal. Again, the queue is idle when `photo.filter` is added. What
        happens?
        """,
        about: .part(of: "orderByDependency", from: "photo.filter.addDependency", through: "addOperation(photo.download)"),
        choices: ["the filter runs first", "the queue waits for ever", "the filter waits until the download has ended"], answer: 2,
        because: """
            An operation is ready only when all operations that it depends on have ended. A queue starts ready operations only. So the order is
            certain, whatever the queue does at that moment.
            """, at: Moment { trace in trace.items.first { $0.label.contains("download") }?.began },
        beside: ["addDependency": "{filters that ran before the download} ran too early"])

    static let dependencyBeatsPriority = Prediction(
        """
        The queue runs one operation at a time. The filter depends on the download. Which operation runs first after
        `queue.isSuspended = false`?
        """,
        about: .part(of: "dependOnLowPriority", from: "let queue", through: "queue.isSuspended = false"),
        choices: ["the filter", "the download, because the important filter needs it", "the other operation"], answer: 2,
        because: """
            The filter is not ready, so its priority does not count. The download does not inherit it. So the normal operation goes first, then
            the download, and the most important operation is the last one: a priority inversion.
            """, at: .firstOperation,
        beside: ["isSuspended = false": "{operations that ran before the most important one} ran before the filter"])

    static let inversion = Prediction(
        """
        One processor runs the ready task of the highest priority. At 0 ms weather begins `bus.use`, with 20 ms of work. At 10 ms
        communication begins, with 90 ms. When does bus get the lock, for which it asks at 5 ms?
        """,
        about: [
            .part(of: "Spacecraft.fly", from: "RealTimeThread(\"bus\"", through: "eachCycle"),
            .part(of: "Spacecraft.fly", from: "RealTimeThread(\"communication\"", through: "compute"),
            .part(of: "Spacecraft.fly", from: "RealTimeThread(\"weather\"", through: "bus.use"),
        ],
        choices: ["at 5 ms: it has the highest priority", "at about 20 ms, when weather has done its work", "at about 110 ms"],
        answer: 2,
        because: """
            The bus task waits for the weather task, which holds the lock. The communication task does not need the lock, but its priority is higher
            than that of the weather task, so it preempts it. A task of medium priority keeps the most important one waiting: a
            priority inversion. With these times, the watchdog finds the bus task late at 100 ms, and resets the computer. (The lab counts the
            reset, and goes on.)
            """, at: .longestPreemption,
        beside: [
            "after: 5": "it waited {longest wait of the bus task for the lock}",
            "communication) }": "it ran {time for which the communication task ran during these waits} meanwhile",
        ])

    static let inheritance = Prediction(
        """
        Now the lock of `bus.use` has priority inheritance: a thread that holds it has at least the priority of each thread that
        waits for it. What does communication do at 10 ms?
        """,
        about: [
            .part(of: "Spacecraft.fly", from: "RealTimeThread(\"bus\"", through: "eachCycle"),
            .part(of: "Spacecraft.fly", from: "RealTimeThread(\"communication\"", through: "compute"),
            .part(of: "Spacecraft.fly", from: "RealTimeThread(\"weather\"", through: "bus.use"),
        ],
        choices: ["it preempts weather", "it waits until bus has done its work", "it inherits the high priority"],
        answer: 1,
        because: """
            At 5 ms the bus task begins to wait, and the weather task inherits its priority. So the communication task cannot preempt it. The weather
            task does the rest of its 20 ms of work, releases the lock, and has its own priority again. Then the bus task runs, in time.
            """, at: Moment { trace in trace.events.first { $0.kind == .threadPriority && $0.detail == 1 }?.time },
        beside: [
            "after: 5": "it waited {longest wait of the bus task for the lock}",
            "communication) }": "it ran {time for which the communication task ran during these waits} meanwhile",
        ])
}

extension Moment {
    /// The weather task is preempted for the longest time.
    static let longestPreemption = Moment { trace in
        let pauses = trace.waits.filter { $0.kind == .processor && trace.lanes[$0.lane].name == "weather" }
        return pauses.max { ($0.ended ?? 0) - $0.began < ($1.ended ?? 0) - $1.began }?.began
    }

    /// The first operation begins.
    static let firstOperation = Moment { trace in trace.items(onQueue: "filters").compactMap(\.began).min() }
}
