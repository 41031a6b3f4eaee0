import Narration
import Timeline
import Trace

/// The full screen for going through a run step by step.
public enum StepperScreen {
    /// Shows the steps of a run until the user quits; false if the terminal cannot be drawn on.
    /// - Parameter ownFile: the learner's own file, without its folders: begins at the first event there, if no step is known to decide.
    public static func show(_ trace: Trace, ownFile: String? = nil, style: Style) -> Bool {
        var log = StepLog(trace)
        log.fold(showing: .attempt(ownFile))
        return log.count > 0 && (try? show(log, ProgramHistory(log), style: style, first: log.firstShown(ownFile: ownFile))) != nil
    }

    /// Shows the steps until the user quits.
    /// - Throws: `Screen.Unusable` when the terminal cannot be drawn on; nothing was written then.
    static func show(_ log: StepLog, _ program: ProgramHistory, style: Style, first: Int) throws(Screen.Unusable) {
        let screen = try Screen(style)
        var model = StepperModel(log, program, style: screen.style, first: first)
        try ScreenLoop.run(&model, on: screen)
    }
}
