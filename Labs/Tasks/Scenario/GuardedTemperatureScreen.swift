/// The bug again: `guard let self` makes a strong reference, and the loop keeps it.
@MainActor final class GuardedTemperatureScreen {
    private var updates: Task<Void, Never>?
    private let display: Display

    init(_ display: Display) { self.display = display }

    func open(_ readings: AsyncStream<Int>) {
        updates = Task(name: "updates") { [weak self] in
            guard let self else { return }
            for await reading in readings { show(reading) }
        }
    }

    func show(_ reading: Int) { display.show(reading) }

    deinit { updates?.cancel() }
}
