import Dispatch

final class Meter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "meter")
    private var level = 0

    func tap(_ amplitude: Int) {
        nonisolated(unsafe) let samples = UnsafeMutablePointer<Int>.allocate(capacity: 2)
        defer { samples.deallocate() }
        samples[0] = amplitude
        samples[1] = -amplitude
        queue.async {
            self.level = samples[0] - samples[1]
        }
    }
    var current: Int { queue.sync { level } }
}

func scenario() -> Int {
    let meter = Meter()
    meter.tap(4)
    return meter.current
}
