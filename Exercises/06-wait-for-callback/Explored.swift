import Dispatch

// The explorer calls these functions under every interleaving. A timeout can be over at any moment,
// so each call can return `nil` in some of them.

/// One call: the answer comes in time, or too late.
func askOnce() -> String {
    let service = CaptionService { photo, answered in DispatchQueue.global().async { answered(photo) } }
    return "first: \(service.answer(for: "dawn"))"
}

/// Two calls, one after the other: the answer of the first one can come during the second one.
func askTwice() -> String {
    let service = CaptionService { photo, answered in DispatchQueue.global().async { answered(photo) } }
    return "first: \(service.answer(for: "dawn")), second: \(service.answer(for: "noon"))"
}

/// Two threads call at the same time.
func askTogether() -> String {
    let service = CaptionService { photo, answered in DispatchQueue.global().async { answered(photo) } }
    let other = DispatchGroup()
    var second = ""
    DispatchQueue.global().async(group: other) { second = service.answer(for: "noon") }
    let first = service.answer(for: "dawn")
    other.wait()
    return "one: \(first), the other: \(second)"
}

func allowed(_ outcome: String) -> Bool { !outcome.contains("wrong") }

extension CaptionService {
    fileprivate func answer(for photo: String) -> String {
        switch caption(of: photo, timeout: 60) {
        case photo: "its own answer"
        case nil: "no answer"
        default: "a wrong answer"
        }
    }
}
