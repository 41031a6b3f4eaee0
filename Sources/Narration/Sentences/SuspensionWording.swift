import Trace

/// The words for what a suspended Swift task waits for.
enum SuspensionWording {
    /// "waits for task 1 to end".
    static func waits(_ reason: TaskHistory.Suspension.Reason, _ names: Names) -> String {
        switch reason {
        case .task(let task): "waits for \(names.task(task, id: 0)) to end"
        case .child(.some(let task)): "waits for its child \(names.task(task, id: 0)) to end"
        case .child(nil): "waits for a child task to end"
        case .children: "waits for all child tasks of a group to end"
        case .turn(let queue): "waits for its turn on \(names.queue(queue))"
        case .continuation: "waits for its continuation to be resumed"
        case .stream: "waits for an element of a stream"
        case .sleep: "sleeps"
        case .resumed(let item): "waits until \(names.item(item)) lets it continue"
        case .unknown: "the trace does not show what it waits for"
        }
    }
}
