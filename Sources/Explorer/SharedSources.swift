/// A dispatch source that the program merges data into, or a timer.
///
/// It takes turns on its queue: one at a time, whenever there is something to tell. A turn goes through three stages: the registration handler, the
/// event handler with all data that have come by then, and the cancel handler; each is looked at when its stage has come, so a handler that
/// cancels its source is followed by the cancel handler in the same turn. The turn that comes next stands ready as a task, which may begin when
/// the source has been put into its queue's row.
///
/// A timer that is armed is known to libdispatch's manager thread. If it is cancelled then, that thread has to forget it first, which takes a
/// while; only then comes the turn that calls the cancel handler.
struct SharedSource: BitwiseCopyable {
    /// How data are put together.
    enum Kind: UInt8 { case timer, add, or, replace }

    /// A program's block; 0: none.
    struct Handler: BitwiseCopyable {
        var block: UInt = 0
        var closure: UInt = 0

        /// It is called once: nothing is left.
        fileprivate mutating func take() -> Handler {
            defer { self = Handler() }
            return self
        }
    }

    /// What a turn looks at next.
    enum Stage: UInt8 { case registration, event, cancel, over }

    var address: UInt
    var object: Int32
    var kind: Kind
    var queue: Int32
    /// Suspended until it is activated.
    var suspensions: Int32 = 1
    var wasActivated = false
    var isCancelled = false
    /// The program has no reference to it any more: it tells of no event again.
    var isLetGo = false
    var event = Handler()
    var cancel = Handler()
    var registration = Handler()
    /// Data that nobody has been told of yet, and those that the present turn tells.
    var pending: UInt = 0
    var told: UInt = 0
    /// The task of the next turn, and of the one that runs; -1: none. Whether the next one lies in the queue's row.
    var next: Int32 = -1
    var running: Int32 = -1
    var isInRow = false
    /// What the turn that runs looks at next.
    var stage: Stage = .over
    /// Of a timer: how often it has been set, nanoseconds between two ticks (0: there is one), and how many have come.
    var setting = 0
    var interval: UInt64 = 0
    var ticks = 0
    /// Those of them for which nobody had to wait.
    var freeTicks = 0
    /// Whether a timer has a tick to come; whether the manager thread knows of it; whether that thread has been asked to forget it.
    var isSet = false
    var isArmed = false
    var isToBeForgotten = false
    /// What those had done that have merged data into it or steered it.
    var released: Int32 = -1

    /// Whether no event and no registration is told any more.
    var isOver: Bool { isCancelled || isLetGo }

    /// Whether there is something to tell.
    var needsTurn: Bool {
        if isCancelled { return !isArmed && cancel.block != 0 }
        if isLetGo { return false }
        return registration.block != 0 || pending != 0
    }

    /// Whether the manager thread has to forget the timer before the cancel handler can be called.
    var needsManager: Bool {
        isCancelled && isArmed && !isToBeForgotten && cancel.block != 0 && suspensions == 0 && !isInRow && running < 0
    }

    mutating func begin(_ task: Int) {
        running = Int32(truncatingIfNeeded: task)
        next = -1
        isInRow = false
        stage = .registration
    }

    /// What the turn calls now; nil: it is over. (The order is that of libdispatch, `_dispatch_source_invoke2`.)
    mutating func nextHandler() -> (stage: Stage, handler: Handler)? {
        if stage == .registration {
            stage = .event
            let handler = registration.take()
            if handler.block != 0 && !isOver { return (.registration, handler) }
        }
        if stage == .event {
            stage = .cancel
            if pending != 0 && !isOver {
                told = pending
                pending = 0
                if event.block != 0 { return (.event, event) }
            }
        }
        if stage == .cancel {
            stage = .over
            if isCancelled && !isArmed {
                event = Handler()
                told = 0
                let handler = cancel.take()
                if handler.block != 0 { return (.cancel, handler) }
            }
        }
        return nil
    }

    /// The turn is over; a timer that has more ticks to come is known to the manager thread from now on.
    mutating func end() {
        running = -1
        if isSet && !isOver { isArmed = true }
    }
}
