import Timeline

/// The full screen for viewing runs.
public enum Viewer {
    /// Shows the runs until the user quits.
    ///
    /// - Parameters:
    ///   - heading: the common title of the runs.
    ///   - style: the user's choice; a terminal may support less.
    ///   - window: the part of the time to begin with, in nanoseconds since the start of the trace.
    ///   - lesson: a lab's texts about the last of the runs; the screen opens on that run.
    ///   - ways: where keys lead besides this screen.
    /// - Returns: whether the user leaves, or continues with the next variant.
    /// - Throws: `UnusableTerminal` when the terminal cannot be drawn on; nothing was written then.
    @discardableResult
    public static func show(
        _ runs: [ViewerRun], heading: String = "", style: Style, window: Range<Int64>? = nil, lesson: Lesson? = nil,
        ways: Ways = Ways()
    ) throws(UnusableTerminal) -> ViewerEnding {
        var screen = try Screen(style)
        var model = open(runs, heading, &screen)
        if let window { model.look(at: window) }
        if let lesson { model.begin(lesson) }
        model.ways = ways
        try ScreenLoop.run(&model, on: screen)
        return model.ending
    }

    /// Makes the model; where that takes long, the screen says how far it is.
    private static func open(_ runs: [ViewerRun], _ heading: String, _ screen: inout Screen) -> ViewerModel {
        let (style, size) = (screen.style, screen.size)
        let clock = ContinuousClock()
        var last = clock.now
        return ViewerModel(heading: heading, runs: runs, style: style, size: size) { part in
            guard clock.now - last > .milliseconds(150) else { return }
            last = clock.now
            var canvas = Canvas(width: size.columns)
            canvas.addLine("Opening: \(Int(part * 100)) %  (Ctrl-C leaves)", .heading)
            screen.show(canvas)
        }
    }
}
