import Dispatch
import Synchronization

/// Plain memory that a flag publishes: written before it is set, read only by who saw it set.
final class Weather {
    private var temperature = 0
    private var place = ""
    private let isKnown = Atomic<Bool>(false)

    func publish(_ temperature: Int, in place: String) {
        self.temperature = temperature
        self.place = place
        isKnown.store(true, ordering: .releasing)
    }

    var report: String {
        guard isKnown.load(ordering: .acquiring) else { return "unknown" }
        return "\(temperature) degrees in \(place)"
    }
}

func scenario() -> String {
    let weather = Weather()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        weather.publish(21, in: "Rome")
        done.signal()
    }
    let early = weather.report
    done.wait()
    return "\(early); \(weather.report)"
}

func allowed(_ text: String) -> Bool {
    ["unknown; 21 degrees in Rome", "21 degrees in Rome; 21 degrees in Rome"].contains(text)
}
