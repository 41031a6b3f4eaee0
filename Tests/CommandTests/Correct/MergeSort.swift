import Dispatch

/// Sorts two halves side by side and merges them: the halves do not share an element.
func sorted(_ numbers: [Int]) -> [Int] {
    guard numbers.count > 2 else { return numbers.sorted() }
    let middle = numbers.count / 2
    let group = DispatchGroup()
    var left: [Int] = []
    DispatchQueue.global().async(group: group) { left = sorted(Array(numbers[..<middle])) }
    let right = sorted(Array(numbers[middle...]))
    group.wait()
    return merged(left, right)
}

private func merged(_ left: [Int], _ right: [Int]) -> [Int] {
    var result: [Int] = []
    var left = left[...], right = right[...]
    while let one = left.first, let other = right.first {
        if one <= other {
            result.append(one)
            left.removeFirst()
        } else {
            result.append(other)
            right.removeFirst()
        }
    }
    return result + left + right
}

func scenario() -> [Int] { sorted([3, 1, 4, 1, 5]) }

func allowed(_ numbers: [Int]) -> Bool { numbers == [1, 1, 3, 4, 5] }
