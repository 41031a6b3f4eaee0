import Testing

@testable import Explorer

/// Sets of tasks, at both ends of each of their words.
@Suite struct TaskSetTests {
    static let edges = [0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 254, 255]

    private func set(_ tasks: some Sequence<Int>) -> TaskSet {
        var set = TaskSet()
        for task in tasks { set.insert(task) }
        return set
    }

    private func tasks(_ set: TaskSet) -> [Int] {
        var rest = set, found: [Int] = []
        while let task = rest.popFirst() { found.append(task) }
        return found
    }

    @Test("A set contains exactly the inserted tasks, and returns them in order")
    func contents() {
        #expect(TaskSet().isEmpty && TaskSet().count == 0)
        for task in 0..<TaskSet.capacity {
            let one = TaskSet(task)
            #expect(tasks(one) == [task] && one.first == task && one.count == 1)
            #expect((0..<TaskSet.capacity).filter(one.contains) == [task])
        }
        let all = set(Self.edges.reversed())
        #expect(tasks(all) == Self.edges && all.count == Self.edges.count && !all.isEmpty)
        #expect(all == set(Self.edges))
    }

    @Test("Removed tasks are gone, and the others stay")
    func removal() {
        for task in Self.edges {
            var some = set(Self.edges)
            some.remove(task)
            #expect(tasks(some) == Self.edges.filter { $0 != task })
            some.remove(task)
            #expect(some.count == Self.edges.count - 1)
        }
    }

    @Test("Union, intersection and difference are those of sets")
    func algebra() {
        let one = Set(Self.edges.filter { $0 % 2 == 0 } + [100, 200]), other = Set(Self.edges.filter { $0 % 3 == 0 } + [100, 201])
        #expect(tasks(set(one).union(set(other))) == one.union(other).sorted())
        #expect(tasks(set(one).intersection(set(other))) == one.intersection(other).sorted())
        #expect(tasks(set(one).subtracting(set(other))) == one.subtracting(other).sorted())
    }
}

/// Clocks of more and more tasks.
@Suite struct ClockRowsTests {
    @Test("Rows that become wider for more tasks keep their numbers; new numbers are zero, also after the rows were emptied")
    func widening() {
        var rows = ClockRows()
        defer { rows.deallocate() }
        for tasks in 1...TaskSet.capacity {
            rows.makeRoom(forTasks: tasks)
            let index = rows.append()
            for task in 0..<tasks { #expect(rows.row(index)[task] == 0) }
            rows.row(index)[tasks - 1] = UInt32(tasks)
            rows.row(index)[0] = 7
        }
        for index in 0..<TaskSet.capacity {
            let numbers = (0..<TaskSet.capacity).map { rows.row(index)[$0] }
            #expect(numbers.enumerated().allSatisfy { $1 == ($0 == 0 ? 7 : $0 == index ? UInt32(index + 1) : 0) })
        }
        rows.removeAll()
        for _ in 0..<300 {
            let index = rows.append(), row = rows.row(index)
            #expect((0..<TaskSet.capacity).allSatisfy { row[$0] == 0 })
        }
    }
}
