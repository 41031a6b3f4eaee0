/// The threads of a trace: their names, starts and ends.
struct LaneFacts {
    private(set) var lanes: [Trace.Lane]
    private let numbers: [UInt32]
    /// The event that ended each lane's thread, -1 while none has.
    private(set) var endEvents: [Int]
    private var byNumber = IntegerTable()
    /// The quality of service that a worker works for, where libdispatch called it so.
    private(set) var qualities: [Int: String] = [:]

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
        guard let lane = index(number: number), !name.isEmpty else { return }
        guard let system = SystemThreadName(name) else {
            lanes[lane].name = name
            if name == "worker" { lanes[lane].isWorker = true }
            return
        }
        lanes[lane].isWorker = true
        qualities[lane] = system.quality
        if lanes[lane].name.isEmpty { lanes[lane].name = "worker" }
    }

    /// The lanes with a name each.
    func finish() -> [Trace.Lane] {
        var names = UniqueNames()
        var workers = 0
        return lanes.enumerated().map { index, lane in
            var lane = lane
            lane.isMain = lane.isMain || (processID != 0 && lane.threadID == processID)
            if lane.isMain {
                lane.name = "main thread"
            } else if lane.name == "worker" {
                workers += 1
                lane.name = "worker \(workers)"
            } else if lane.name.isEmpty {
                lane.name = "thread \(index < numbers.count ? Int(numbers[index]) : index + 1)"
            }
            lane.name = names.unique(lane.name)
            return lane
        }
    }
}

/// The name that libdispatch gives a thread: the label of a queue of its own, of which the kernel keeps the last 15 characters.
///
/// "r-initiated-qos" is a worker of the global queue for what the user waits for: a name that no
/// program gave, and that is hard to read.
struct SystemThreadName {
    /// "user-initiated"; nil where the name is too short to decide, or not such a name.
    var quality: String?

    private static let classes = ["maintenance", "background", "utility", "default", "user-initiated", "user-interactive"]

    /// nil: not libdispatch's.
    init?(_ name: String) {
        guard name.utf8.count >= 15 else { return nil }
        for quality in Self.classes
        where "com.apple.root.\(quality)-qos".hasSuffix(name) || "com.apple.root.\(quality)-qos.overcommit" == name {
            self.quality = quality
            return
        }
        if name.hasPrefix("com.apple.root.") { return }
        guard "com.apple.root.any-qos.overcommit".hasSuffix(name) || "com.apple.libdispatch-manager".hasSuffix(name) else { return nil }
    }
}
