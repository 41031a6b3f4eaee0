/// The fix: between two readings the task does not keep the screen.
@MainActor final class WeakTemperatureScreen {
    private var updates: Task<Void, Never>?
    private let display: Display

    init(_ display: Display) { self.display = display }

    func open(_ readings: AsyncStream<Int>) {
        updates = Task(name: "updates") { [weak self] in
            for await reading in readings { self?.show(reading) }
        }
    }

    func show(_ reading: Int) { display.show(reading) }

    deinit { updates?.cancel() }
}
