/// A dispatch source that the program merges data into, or a timer.
///
/// It takes turns on its queue, one at a time, whenever it has something to deliver. A turn goes
/// through three stages: the registration handler, the event handler with all data that have come
/// by then, and the cancel handler. Each is checked when its stage is reached. So if a handler
/// cancels its source, the cancel handler follows in the same turn. The next turn is always
/// prepared as a task, which may begin when the source has been put into its queue.
///
/// An armed timer is known to libdispatch's manager thread. If it is cancelled then, that thread
/// has to forget it first, which takes a while. Only then comes the turn that calls the cancel
/// handler.
struct SharedSource: BitwiseCopyable {
    /// How data are combined.
    enum Kind: UInt8 { case timer, add, or, replace }

    /// A program's block; 0: none.
    struct Handler: BitwiseCopyable {
        var block: UInt = 0
        var closure: UInt = 0

        /// The handler is called once only: it is removed.
        fileprivate mutating func take() -> Handler {
            defer { self = Handler() }
            return self
        }
    }

    /// The next stage that a turn checks.
    enum Stage: UInt8 { case registration, event, cancel, over }

    var address: UInt
    var object: Int32
    var kind: Kind
    var queue: Int32
    /// Suspended until it is activated.
    var suspensions: Int32 = 1
    var wasActivated = false
    var isCancelled = false
    /// The program has dropped its references to it: it delivers no more events.
    var isLetGo = false
    var event = Handler()
    var cancel = Handler()
    var registration = Handler()
    /// Data that have not been delivered yet, and data that the present turn delivers.
    var pending: UInt = 0
    var told: UInt = 0
    /// The task of the next turn, and of the running one; -1: none. Whether the next turn is in the
    /// queue.
    var next: Int32 = -1
    var running: Int32 = -1
    var isInRow = false
    /// The stage that the running turn checks next.
    var stage: Stage = .over
    /// For a timer: how often it has been set, the nanoseconds between two ticks (0: one tick
    /// only), and the number of ticks so far.
    var setting = 0
    var interval: UInt64 = 0
    var ticks = 0
    /// The ticks that came although no task had to wait for them.
    var freeTicks = 0
    /// Where it was set.
    var place: UInt = 0
    /// Whether a timer has a tick to come; whether the manager thread knows of it; whether that
    /// thread was asked to forget it.
    var isSet = false
    var isArmed = false
    var isToBeForgotten = false
    /// The clocks of the tasks that merged data into it or changed it.
    var released: Int32 = -1

    /// Whether it delivers no more events and no registration.
    var isOver: Bool { isCancelled || isLetGo }

    /// Whether there is something to deliver.
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

    /// The next handler of the turn; nil: it is over. (The order is that of libdispatch,
    /// `_dispatch_source_invoke2`.)
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

    /// The turn is over. A timer with more ticks to come is known to the manager thread from now
    /// on.
    mutating func end() {
        running = -1
        if isSet && !isOver { isArmed = true }
    }
}
