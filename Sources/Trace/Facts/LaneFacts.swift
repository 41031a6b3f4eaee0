/// The threads of a trace: their names, starts and ends.
struct LaneFacts {
    private(set) var lanes: [Trace.Lane]
    private let numbers: [UInt32]
    /// The event that ended each lane's thread, -1 while none has.
    private(set) var endEvents: [Int]
    private var byNumber = IntegerTable()

    private let processID: UInt64

    init(_ lanes: [Trace.Lane], numbers: [UInt32], processID: UInt64 = 0) {
        self.lanes = lanes
        self.processID = processID
        self.numbers = numbers
        endEvents = [Int](repeating: -1, count: lanes.count)
        for (index, number) in numbers.enumerated() { byNumber[UInt64(number)] = UInt64(index + 1) }
    }

    /// The lane with a number of the file.
    func index(number: UInt64) -> Int? {
        let known = byNumber[number]
        return known == 0 ? nil : Int(known - 1)
    }

    mutating func started(_ lane: Int, threadID: UInt64, at time: Int64) {
        if threadID != 0 { lanes[lane].threadID = threadID }
        if lanes[lane].startedAt == nil { lanes[lane].startedAt = time }
    }

    mutating func ended(_ lane: Int, at time: Int64, event: Int) {
        lanes[lane].endedAt = time
        endEvents[lane] = event
    }

    mutating func named(number: UInt64, _ name: String) {
        if let lane = index(number: number), !name.isEmpty { lanes[lane].name = name }
    }

    /// The lanes with a name each.
    func finish() -> [Trace.Lane] {
        var names = UniqueNames()
        return lanes.enumerated().map { index, lane in
            var lane = lane
            lane.isMain = lane.isMain || (processID != 0 && lane.threadID == processID)
            if lane.isMain {
                lane.name = "main thread"
            } else if lane.name.isEmpty {
                lane.name = "thread \(index < numbers.count ? Int(numbers[index]) : index + 1)"
            }
            lane.name = names.unique(lane.name)
            return lane
        }
    }
}
