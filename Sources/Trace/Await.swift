extension Trace {
    /// A Swift task was about to wait. It was suspended only if it could not continue immediately.
    public struct Await: Equatable, Sendable {
        /// The event that the task waits for.
        public enum Target: Equatable, Sendable {
            /// Another task ends.
            case task
            /// A child task ends.
            case child
            /// All child tasks of a group end.
            case children
            /// Its continuation is resumed.
            case continuation
            /// A time is over.
            case sleep
            /// A stream has its next element.
            case stream
        }
        /// Index into `tasks`.
        public var task: Int
        public var time: Int64
        public var target: Target
        /// The task that it waits for: index into `tasks`, nil where it is not known.
        public var awaited: Int?
        /// The code that continues: index into `places`.
        public var place: Int?

        public init(task: Int, time: Int64, target: Target, awaited: Int? = nil, place: Int? = nil) {
            (self.task, self.time, self.target, self.awaited, self.place) = (task, time, target, awaited, place)
        }
    }
}

extension Trace.Await.Target {
    /// The recorder's number; nil: not known to this reader.
    init?(recorded number: Int) {
        switch number {
        case 0: self = .task
        case 1, 4: self = .child
        case 2: self = .children
        case 3: self = .continuation
        default: return nil
        }
    }

    /// The meaning of a wait for a continuation in a function of the Swift library.
    init(continuationIn function: String) {
        let base = SymbolName.base(of: function)
        let isStream = function.contains("Stream") || function.contains("Iterator")
        if base.hasPrefix("sleep(") {
            self = .sleep
        } else if base.hasPrefix("next("), isStream {
            self = .stream
        } else {
            self = .continuation
        }
    }
}
