import Narration
import Timeline
import Trace

/// The full screen for going through a run step by step: the loop between the keys and the model.
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
        var screen = try Screen(style)
        var model = StepperModel(log, program, style: screen.style, first: first)
        while !model.isOver {
            let size = screen.size
            screen.show(model.frame(columns: size.columns, rows: size.rows))
            take(screen.read() ?? .endOfInput, &model, screen)
            // Keys that arrived meanwhile are handled before anything is drawn again.
            while !model.isOver, let key = screen.read(isWaiting: false) { take(key, &model, screen) }
        }
        screen.close()
    }

    private static func take(_ key: Key, _ model: inout StepperModel, _ screen: borrowing Screen) {
        if KeyTable.command(for: key, on: .stepper) == .redraw { screen.forget() }
        model.take(key)
    }
}
