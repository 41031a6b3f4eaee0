/// The step that a thread makes next, at a moment of an execution.
public struct NextStep: Hashable, Sendable, Codable {
    /// The thread's number, in the order of creation: 0 is the main thread.
    public var number: Int
    public var thread: String
    /// The name of the file; empty: the place is not in the program's files.
    public var file: String
    public var line: Int
    /// The line's text, without indentation.
    public var source: String
    /// The step in words: "reads", "acquires a lock".
    public var does: String
    /// The variable that it reads or changes, and the value there; empty: not known.
    public var variable: String
    public var value: String
    /// Whether the thread can make the step now.
    public var isEnabled: Bool
    /// The wait of a thread that is blocked: "waits for a lock, which block 1 holds".
    public var wait: String
    /// Whether the thread made the last step.
    public var isRunning: Bool
    /// Whether the step is a preemption: the running thread could go on, too.
    public var isPreemption: Bool

    /// A step made of its parts.
    public init(
        number: Int, thread: String, file: String = "", line: Int = 0, source: String = "", does: String = "", variable: String = "",
        value: String = "", isEnabled: Bool = true, wait: String = "", isRunning: Bool = false, isPreemption: Bool = false
    ) {
        self.number = number
        self.thread = thread
        self.file = file
        self.line = line
        self.source = source
        self.does = does
        self.variable = variable
        self.value = value
        self.isEnabled = isEnabled
        self.wait = wait
        self.isRunning = isRunning
        self.isPreemption = isPreemption
    }
}
