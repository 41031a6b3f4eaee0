/// Draws pages. The loop never looks, and the plotter knows nothing of tasks. The handler stops it.
func draw(_ pages: Int, on plotter: Plotter) async {
    await withTaskCancellationHandler {
        for page in 1...pages { plotter.draw(page) }
    } onCancel: {
        plotter.stop()
    }
}
