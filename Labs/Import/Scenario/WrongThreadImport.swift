/// The bug: the operation moves the progress bar on its own thread, while the main thread draws
/// it.
public final class WrongThreadImport: BackgroundImport {
    override func showProgress(_ line: Int) { plan.list.showProgress(line) }
}
