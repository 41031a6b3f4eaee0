import Dispatch

/// Each iteration writes to elements of its own: no two meet.
func squares(of numbers: [Int]) -> [Int] {
    Array(unsafeUninitializedCapacity: numbers.count) { buffer, count in
        let output = buffer
        DispatchQueue.concurrentPerform(iterations: numbers.count) { index in
            (output.baseAddress! + index).initialize(to: numbers[index] * numbers[index])
        }
        count = numbers.count
    }
}

func normalised(_ values: [Double]) -> [Double] {
    var values = values
    let largest = values.max() ?? 1
    values.withUnsafeMutableBufferPointer { values in
        let values = values
        DispatchQueue.concurrentPerform(iterations: values.count) { values[$0] /= largest }
    }
    return values
}

func scenario() -> String {
    "\(squares(of: [1, 2, 3])) \(normalised([1, 4]))"
}

func allowed(_ text: String) -> Bool { text == "[1, 4, 9] [0.25, 1.0]" }
