import LabKit

/// The question before each variant.
extension Prediction {
    static let queuePriority = Prediction(
        """
        An operation queue runs one operation at a time, and it is suspended. Five operations are added, one after the other: first the one of
        very low priority, last the one of very high priority. Then the queue is resumed. Which one runs first?
        """,
        choices: ["the one that was added first", "the one of very high priority", "any of the five"], answer: 1,
        because: """
            Each time the queue can start an operation, it looks at all operations that are ready. It takes the one with the highest
            `queuePriority`. The order in which they were added counts only among equals.
            """, at: .firstOperation)

    static let equalPriority = Prediction(
        """
        Operations of normal and of high priority are added to a suspended queue in turn: normal 1, high 1, normal 2, high 2, and so on. The queue
        runs one at a time. What happens?
        """,
        choices: [
            "all high ones run first, in any order", "they run in the order in which they were added",
            "the high ones run first, each kind in its order",
        ],
        answer: 2,
        because: """
            Operations of one priority run in the order in which they were added: first in, first out. So the queue runs all operations of high
            priority in their order, and then all of normal priority in theirs.
            """, at: .firstOperation)

    static let running = Prediction(
        """
        A slow operation of very low priority runs in a queue of width 1. Meanwhile an operation of normal priority is added, and then an urgent one
        of very high priority. When does the urgent one start?
        """,
        choices: ["immediately: the slow one is interrupted", "when the slow one has ended", "when the two others have ended"], answer: 1,
        because: """
            A priority decides which operation starts next. It does not stop an operation that runs. So the urgent operation waits for the
            slow one, and then it goes before the normal one.
            """, at: Moment { trace in trace.items.last { $0.label.contains("urgent") }?.enqueued })

    static let priorityAsOrder = Prediction(
        """
        A filter needs a photo that a download brings. To get the right order, the code gives the download the highest priority, and the filter the
        lowest. The queue has width 1, and it is idle. The code adds the filter, and in the next line the download. What happens?
        """,
        choices: ["the download runs first: it has the higher priority", "the filter runs first, and finds no photo", "chance decides"],
        answer: 1,
        because: """
            The queue is idle, so it starts the filter at the moment when it is added. The download is not there yet, and a priority cannot compare
            an operation with one that comes later. While the queue is busy, the same code works: that is luck.
            """, at: Moment { trace in trace.items.first { $0.label.contains("filter") }?.began })

    static let dependency = Prediction(
        """
        The same code without priorities. Before the operations are added, `filter.addDependency(download)` is called. The filter is again added first,
        to an idle queue. What happens?
        """,
        choices: ["the filter runs first", "the queue waits for ever", "the filter waits until the download has ended"], answer: 2,
        because: """
            An operation is ready only when all operations that it depends on have ended. A queue starts ready operations only. So the order is
            certain, whatever the queue does at that moment.
            """, at: Moment { trace in trace.items.first { $0.label.contains("download") }?.began })

    static let dependencyBeatsPriority = Prediction(
        """
        A filter of very high priority depends on a download of very low priority. A suspended queue of width 1 has both, and another operation of
        normal priority. The queue is resumed. Which one runs first?
        """,
        choices: ["the filter", "the download, because the important filter needs it", "the other operation"], answer: 2,
        because: """
            The filter is not ready, so its priority does not count. The download does not inherit it. So the normal operation goes first, then
            the download, and the most important operation is the last one: a priority inversion.
            """, at: .firstOperation)

    static let inversion = Prediction(
        """
        One processor always runs the ready task with the highest priority. At 0 ms the weather task (low) acquires a lock, for 20 ms of work. At
        5 ms the bus task (high) needs the lock. At 10 ms the communication task (medium) begins to compute for 90 ms. It does not need the lock.
        When does the bus task get the lock?
        """,
        choices: ["at 5 ms: it has the highest priority", "at about 20 ms, when the weather task has done its work", "at about 110 ms"],
        answer: 2,
        because: """
            The bus task waits for the weather task, which holds the lock. The communication task does not need the lock, but its priority is higher
            than that of the weather task, so it preempts it. A task of medium priority keeps the most important one waiting: a
            priority inversion. With these times, the watchdog finds the bus task late at 100 ms, and resets the computer. (The lab counts the
            reset, and goes on.)
            """, at: .longestPreemption)

    static let inheritance = Prediction(
        """
        The same tasks at the same times. The lock now has priority inheritance: a task that holds it has at least the priority of each task that
        waits for it. What does the communication task do at 10 ms?
        """,
        choices: ["it preempts the weather task", "it waits until the bus task has done its work", "it inherits the high priority"],
        answer: 1,
        because: """
            At 5 ms the bus task begins to wait, and the weather task inherits its priority. So the communication task cannot preempt it. The weather
            task does the rest of its 20 ms of work, releases the lock, and has its own priority again. Then the bus task runs, in time.
            """, at: Moment { trace in trace.events.first { $0.kind == .threadPriority && $0.detail == 1 }?.time })
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
