import Narration
import Timeline
import Trace

/// The full screen for going through a run step by step.
public enum StepperScreen {
    /// Shows the steps of a run until the user quits; false if the terminal cannot be drawn on.
    /// - Parameters:
    ///   - ownFile: the learner's own file, without its folders: begins at the first event there, if no step is known to decide.
    ///   - ways: where keys lead besides this screen.
    public static func show(_ trace: Trace, ownFile: String? = nil, style: Style, ways: Ways = Ways()) -> Bool {
        var log = StepLog(trace)
        log.fold(showing: .attempt(ownFile))
        let first = log.firstShown(ownFile: ownFile)
        return log.count > 0 && (try? show(log, ProgramHistory(log), style: style, first: first, ways: ways)) != nil
    }

    /// Shows the steps until the user quits.
    /// - Returns: the step at which the user was then.
    /// - Throws: `UnusableTerminal` when the terminal cannot be drawn on; nothing was written then.
    @discardableResult
    static func show(
        _ log: StepLog, _ program: ProgramHistory, style: Style, first: Int, ways: Ways = Ways()
    ) throws(UnusableTerminal) -> Int {
        let screen = try Screen(style)
        var model = StepperModel(log, program, style: screen.style, first: first, ways: ways)
        try ScreenLoop.run(&model, on: screen)
        return model.index
    }
}
