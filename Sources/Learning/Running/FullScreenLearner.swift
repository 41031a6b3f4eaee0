import Glibc
import Terminal
import Timeline

/// A session on the full screen: keys, news and frames.
struct FullScreenLearner: ScreenContents {
    private let session: LearnerSession
    /// The descriptor of `TerminationSignals`.
    private let signals: Int32
    private(set) var isOver = false
    private(set) var wantsTerminal = false
    /// The place that a key has asked for; nil: the steps.
    private var leading: Ways.Place?

    var keyScreen: KeyScreen { .learner }

    /// - Parameter signals: the descriptor of `TerminationSignals`.
    /// - Throws: `UnusableTerminal` if the terminal cannot be drawn on: at the beginning, before anything was
    ///   written, or when the viewer of the steps has ended. The session can go on as plain text.
    static func run(_ session: LearnerSession, signals: Int32) throws(UnusableTerminal) {
        var front = FullScreenLearner(session: session, signals: signals)
        defer { TerminationSignals.letThrough() }
        try front.show(style: session.model.style) { front, style in
            front.session.model.style = style
            TerminationSignals.holdBack()
        }
    }

    func prepare() {
        session.advance()
        _ = session.takeNews()
    }

    func frame(columns: Int, rows: Int) -> Canvas { session.model.frame(columns: columns, rows: rows) }

    func wait() -> ScreenWait {
        if session.addPicture() { return .again }
        let waiting = Waiting.wait(for: [STDIN_FILENO, signals] + session.descriptors, atMost: session.patience)
        if let number = TerminationSignals.take() {
            // The handler has restored the terminal.
            session.finish()
            TerminationSignals.end(by: number)
        }
        if waiting.hasEnded(STDIN_FILENO) { return .end }
        return .news(hasKeys: waiting.isReady(STDIN_FILENO), wasInterrupted: waiting.wasInterrupted)
    }

    mutating func take(_ key: Key) {
        session.touch()
        switch session.model.take(key) {
        case .quit: isOver = true
        case .stepThrough where session.isGrading:
            session.model.message = "Your file is being graded. Wait for the verdict, then press s."
        case .stepThrough: wantsTerminal = true
        case .lead(let place): (wantsTerminal, leading) = (true, place)
        case let request?: session.obey(request)
        case nil: isOver = key == .endOfInput
        }
    }

    mutating func useTerminal() {
        wantsTerminal = false
        guard let place = leading else { return step() }
        leading = nil
        let style = session.model.style
        session.model.message = TerminationSignals.open { place.open(style: style) }
    }

    /// The viewer, on the schedule that fails or on the run.
    private func step() {
        let exercise = session.model.list[session.model.current].name
        guard let (title, trace) = session.traceToStep() else {
            session.model.message = "The run was not kept. Press g to grade the file again."
            return
        }
        var run = ViewerRun(title: title, summary: exercise, trace: trace, lanes: LearnerPicture.lanes(of: trace))
        run.ownFile = session.fileName
        let style = session.model.style, ways = session.model.ways
        // A schedule is gone through with the code and the values; a run with its picture.
        let isShown = TerminationSignals.endingNow {
            trace.origin == .recorder
                ? (try? Viewer.show([run], heading: "\(exercise) (q: back)", style: style, ways: ways)) != nil
                : StepperScreen.show(trace, ownFile: session.fileName, style: style, ways: ways)
        }
        if !isShown { session.model.message = "The terminal is too small for the steps." }
    }
}

/// Waiting for the first of several descriptors.
struct Waiting {
    private var requests: [pollfd]
    /// A signal has arrived.
    private(set) var wasInterrupted = false

    static func wait(for descriptors: [Int32], atMost patience: Duration?) -> Waiting {
        var waiting = Waiting(requests: descriptors.filter { $0 >= 0 }.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) })
        let (seconds, attoseconds) = (patience ?? .zero).components
        // Rounded up: a loop that is too early would spin.
        let milliseconds =
            patience == nil ? -1 : Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        let (answer, reason) = TerminationSignals.open { (poll(&waiting.requests, nfds_t(waiting.requests.count), milliseconds), errno) }
        if answer < 0 {
            waiting.wasInterrupted = reason == EINTR
            for index in waiting.requests.indices { waiting.requests[index].revents = 0 }
        }
        return waiting
    }

    func isReady(_ descriptor: Int32) -> Bool { has(descriptor, POLLIN | POLLHUP | POLLERR | POLLNVAL) }

    func hasEnded(_ descriptor: Int32) -> Bool { has(descriptor, POLLHUP | POLLERR | POLLNVAL) }

    private func has(_ descriptor: Int32, _ events: Int32) -> Bool {
        requests.contains { $0.fd == descriptor && Int32($0.revents) & events != 0 }
    }
}
