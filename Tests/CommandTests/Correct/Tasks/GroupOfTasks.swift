/// A task group collects what its children return, in whatever order they end.
func squares(of numbers: [Int]) async -> [Int] {
    await withTaskGroup(of: (Int, Int).self) { group in
        for (index, number) in numbers.enumerated() {
            group.addTask { (index, number * number) }
        }
        var result = Array(repeating: 0, count: numbers.count)
        for await (index, square) in group { result[index] = square }
        return result
    }
}

func scenario() async -> [Int] { await squares(of: [3, 4]) }

func allowed(_ squares: [Int]) -> Bool { squares == [9, 16] }
