/// The bug: the task uses `self` (in `show`), so it keeps the screen. It ends when the readings end. `deinit`, which would cancel it, is
/// never called.
@MainActor final class TemperatureScreen {
    private var updates: Task<Void, Never>?
    private let display: Display

    init(_ display: Display) { self.display = display }

    func open(_ readings: AsyncStream<Int>) {
        updates = Task(name: "updates") {
            for await reading in readings { show(reading) }
        }
    }

    func show(_ reading: Int) { display.show(reading) }

    deinit { updates?.cancel() }
}
