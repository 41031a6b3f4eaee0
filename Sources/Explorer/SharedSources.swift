/// A dispatch source that the program merges data into, or a timer.
///
/// It takes turns on its queue: one at a time, whenever there is something to tell. A turn runs the registration handler first, the cancel handler
/// once it is cancelled, and otherwise the event handler with all data that have come by then. The turn that comes next stands ready as a
/// task, which may begin when the source has been put into its queue's row.
struct SharedSource: BitwiseCopyable {
    /// How data are put together.
    enum Kind: UInt8 { case timer, add, or, replace }

    /// A program's block; 0: none.
    struct Handler: BitwiseCopyable {
        var block: UInt = 0
        var closure: UInt = 0
    }

    var address: UInt
    var object: Int32
    var kind: Kind
    var queue: Int32
    /// Suspended until it is activated.
    var suspensions: Int32 = 1
    var wasActivated = false
    var isCancelled = false
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
    /// Of a timer: how often it has been set, nanoseconds between two ticks (0: there is one), and how many have come.
    var setting = 0
    var interval: UInt64 = 0
    var ticks = 0
    /// Those of them for which nobody had to wait.
    var freeTicks = 0
    /// What those had done that have merged data into it or steered it.
    var released: Int32 = -1

    /// Whether there is something to tell.
    var needsTurn: Bool {
        if registration.block != 0 { return true }
        return isCancelled ? cancel.block != 0 : pending != 0 && event.block != 0
    }
}
