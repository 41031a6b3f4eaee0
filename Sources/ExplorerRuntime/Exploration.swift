import Explorer
import Glibc

/// One exploration, from the order to the report. The process ends with it.
struct Exploration {
    let program: ExploredProgram
    let channel: Channel
    let order: ExplorationRequest
    private let questions: Int32?

    /// - Parameter questions: a player's pipe; nil: explores or replays.
    init(_ program: ExploredProgram, _ channel: Channel, _ order: ExplorationRequest, questions: Int32? = nil) {
        self.questions = questions
        self.program = program
        self.channel = channel
        self.order = order
    }

    /// Explores or replays on the calling thread, and sends the report.
    func run() -> Never {
        let session = ExplorationSession(program, options: order.options)
        let capture = Capture(), channel = channel
        session.beginCapture = {
            capture.begin()
            StandardStreams.passOutputOn(true)
        }
        session.endCapture = {
            StandardStreams.passOutputOn(false)
            return capture.end()
        }
        var lastWord = ContinuousClock.now, count = 0, races = 0
        session.continues = { progress in
            count += 1
            if Watchdog.wasAskedToEnd { return false }
            // A data race can end this process, so its existence is reported immediately.
            if progress.races > races || (count % 64 == 0 && ContinuousClock.now - lastWord > .milliseconds(100)) {
                races = progress.races
                lastWord = .now
                var told = progress
                told.estimate = session.estimate(at: progress)
                channel.send(told)
            }
            return true
        }
        if let seat = order.seat, let questions { play(session, seat, on: questions) }
        var report =
            if let path = order.path {
                session.replay(path)
            } else {
                session.explore()
            }
        report.isUnjudged = !Judge.fits
        channel.send(report, secret: order.secret)
        _exit(0)
    }
}
