import Timeline

/// A full screen on which runs are looked at: the loop between the keys and the model.
public enum Viewer {
    /// Shows the runs until the user quits.
    ///
    /// - Parameters:
    ///   - heading: what the runs have in common.
    ///   - style: what the user asked for; a terminal may have less.
    ///   - window: the part of the time to begin with, in nanoseconds since a run began to do something.
    /// - Throws: `Screen.Unusable` when the terminal cannot be drawn on; nothing was written then.
    public static func show(
        _ runs: [ViewerRun], heading: String = "", style: Style, window: Range<Int64>? = nil
    ) throws(Screen.Unusable) {
        var screen = try Screen(style)
        var model = ViewerModel(heading: heading, runs: runs, style: screen.style, size: screen.size)
        model.window = window
        while !model.isOver {
            let size = screen.size
            screen.show(model.frame(columns: size.columns, rows: size.rows))
            model.take(screen.read() ?? .endOfInput)
            // Keys that came meanwhile count before anything is drawn again.
            while !model.isOver, let key = screen.read(isWaiting: false) { model.take(key) }
        }
        screen.close()
    }
}
