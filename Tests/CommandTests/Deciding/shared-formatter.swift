// assertion: 13, 14
// Says: The two calls are not one step
import Foundation

func scenario() -> [String] {
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.locale = Locale(identifier: "en_US_POSIX")
    nonisolated(unsafe) var texts = ["", ""]
    texts.withUnsafeMutableBufferPointer { slots in
        nonisolated(unsafe) let slots = slots
        DispatchQueue.concurrentPerform(iterations: 2) { i in
            formatter.dateFormat = i == 0 ? "yyyy" : "MM"
            slots[i] = formatter.string(from: Date(timeIntervalSince1970: 0))
        }
    }
    return texts
}

func allowed(_ texts: [String]) -> Bool { texts == ["1970", "01"] }
