// Names of the picture and the log, for questions about a run.

extension Trace {
    /// "main thread", "worker 2"; nil if it has no name.
    public func threadName(_ lane: Int?) -> String? {
        guard let lane, lanes.indices.contains(lane) else { return nil }
        return lanes[lane].isMain ? "main thread" : lanes[lane].name.isEmpty ? nil : lanes[lane].name
    }

    /// The names of all threads, in the order in which they appeared. A run can have more threads than worked.
    public var threadNames: [String] { lanes.indices.compactMap { threadName($0) } }

    /// 3 for the item "add(_:) #3"; nil if its name has no number.
    public func number(of item: Item) -> Int? { item.label.split(separator: "#").last.flatMap { Int($0) } }

    /// The label of the queue of an item: "counter 2".
    public func queueLabel(of item: Item?) -> String? { item.map { queues[$0.queue].label } }
}
