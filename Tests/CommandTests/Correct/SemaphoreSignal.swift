import Dispatch

/// A result that one thread makes and another waits for: the semaphore hands it over.
final class Parcel {
    private let arrived = DispatchSemaphore(value: 0)
    private var contents: String?

    func deliver(_ contents: String) {
        self.contents = contents
        arrived.signal()
    }

    func open() -> String {
        arrived.wait()
        defer { contents = nil }
        return contents ?? "empty"
    }
}

func scenario() -> String {
    let outward = Parcel()
    let back = Parcel()
    DispatchQueue.global().async {
        let question = outward.open()
        back.deliver(question + "!")
    }
    outward.deliver("Hello")
    return back.open()
}

func allowed(_ text: String) -> Bool { text == "Hello!" }
