/// Counts the readings that it shows.
@MainActor public final class Display {
    private(set) var shown = 0
    private var waiting: (readings: Int, task: CheckedContinuation<Void, Never>)?

    public init() {}

    func show(_ reading: Int) {
        shown += 1
        if let waiting, waiting.readings <= shown {
            self.waiting = nil
            waiting.task.resume()
        }
    }

    func shows(_ readings: Int) async {
        if shown >= readings { return }
        await withCheckedContinuation { waiting = (readings, $0) }
    }
}
