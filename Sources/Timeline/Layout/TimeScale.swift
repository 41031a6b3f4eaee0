/// Maps moments to columns: in proportion, but for idle stretches, each of which is folded into a few columns.
public struct TimeScale: Equatable, Sendable {
    /// A stretch of time and the columns that it takes.
    public struct Segment: Equatable, Sendable {
        public var start: Int64
        public var end: Int64
        public var firstColumn: Int
        public var columns: Int
        public var isFolded: Bool
    }

    public let segments: [Segment]
    public let columns: Int
    private let slopes: [Double]

    public var start: Int64 { segments[0].start }
    public var end: Int64 { segments[segments.count - 1].end }

    /// Columns that a folded stretch takes.
    static let foldColumns = 3
    /// Most stretches that are folded, and the fewest columns that one must save.
    private static let mostFolds = 8

    /// A scale from one moment to another on a number of columns.
    /// - Parameter idle: stretches in which nothing happens, ascending. The longest are folded
    ///   where this at least doubles the room for everything else.
    public init(from start: Int64, to end: Int64, columns: Int, idle: [Range<Int64>] = []) {
        let end = max(end, start + 1)
        let columns = max(1, columns)
        let folds = Self.folds(idle, from: start, to: end, columns: columns)
        var segments: [Segment] = []
        var moment = start
        for fold in folds + [end..<end] {
            if fold.lowerBound > moment {
                segments.append(Segment(start: moment, end: fold.lowerBound, firstColumn: 0, columns: 1, isFolded: false))
            }
            if !fold.isEmpty {
                segments.append(
                    Segment(start: fold.lowerBound, end: fold.upperBound, firstColumn: 0, columns: Self.foldColumns, isFolded: true))
            }
            moment = fold.upperBound
        }
        Self.share(columns - folds.count * Self.foldColumns, among: &segments)
        var column = 0
        for index in segments.indices {
            segments[index].firstColumn = column
            column += segments[index].columns
        }
        self.init(segments, columns: column)
    }

    /// The same scale for a run that began later.
    func shifted(by distance: Int64) -> TimeScale {
        var segments = segments
        for index in segments.indices {
            segments[index].start += distance
            segments[index].end += distance
        }
        return TimeScale(segments, columns: columns)
    }

    private init(_ segments: [Segment], columns: Int) {
        self.segments = segments
        self.columns = columns
        slopes = segments.map { Double($0.columns) / Double(max(1, $0.end - $0.start)) }
    }

    /// Gives each stretch that is not folded its share of the columns, one at least; the longest takes what rounding leaves.
    private static func share(_ room: Int, among segments: inout [Segment]) {
        let plain = segments.indices.filter { !segments[$0].isFolded }
        let length = plain.reduce(0.0) { $0 + Double(segments[$1].end - segments[$1].start) }
        for index in plain {
            let share = Double(segments[index].end - segments[index].start) / length * Double(room)
            segments[index].columns = max(1, Int(share.rounded()))
        }
        guard let longest = plain.max(by: { segments[$0].columns < segments[$1].columns }) else { return }
        let others = plain.reduce(0) { $0 + ($1 == longest ? 0 : segments[$1].columns) }
        segments[longest].columns = max(1, room - others)
    }

    /// The longest idle stretches, if leaving them out doubles the room for everything else.
    private static func folds(_ idle: [Range<Int64>], from start: Int64, to end: Int64, columns: Int) -> [Range<Int64>] {
        let total = end - start
        let busy = idle.reduce(total) { $0 - ($1.upperBound - $1.lowerBound) }
        let margin = max(busy / 40, 1)
        let candidates = idle.compactMap { gap -> Range<Int64>? in
            let low = gap.lowerBound <= start ? start : gap.lowerBound + margin
            let high = gap.upperBound >= end ? end : gap.upperBound - margin
            return low < high && Double(high - low) / Double(total) * Double(columns) > 2 * Double(foldColumns) ? low..<high : nil
        }
        let longest = candidates.sorted { $0.upperBound - $0.lowerBound > $1.upperBound - $1.lowerBound }
            .prefix(min(mostFolds, columns / (4 * foldColumns)))
        let left = longest.reduce(total) { $0 - ($1.upperBound - $1.lowerBound) }
        guard left > 0, left <= total / 2 else { return [] }
        return longest.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The place of a moment, in columns from the left; moments outside the scale are put to its ends.
    public func position(_ time: Int64) -> Double {
        var low = 0
        if segments.count > 1 {
            var high = segments.count - 1
            while low < high {
                let middle = (low + high + 1) / 2
                if segments[middle].start <= time { low = middle } else { high = middle - 1 }
            }
        }
        let segment = segments[low]
        if time <= segment.start { return Double(segment.firstColumn) }
        if time >= segment.end { return Double(segment.firstColumn + segment.columns) }
        return Double(segment.firstColumn) + Double(time - segment.start) * slopes[low]
    }

    /// The column that holds a moment.
    public func column(_ time: Int64) -> Int { min(columns - 1, Int(position(time))) }

    /// The first moment of each column, and the first one after the last column. The first column begins with the scale.
    var columnStarts: [Int64] {
        var starts = [start]
        for segment in segments {
            for column in segment.firstColumn..<segment.firstColumn + segment.columns where column > 0 {
                let share = Double(column - segment.firstColumn) / Double(segment.columns)
                var time = segment.start + Int64((share * Double(segment.end - segment.start)).rounded())
                // Rounding may have moved it.
                while time > start, self.column(time - 1) >= column { time -= 1 }
                while time < end, self.column(time) < column { time += 1 }
                starts.append(time)
            }
        }
        return starts + [end + 1]
    }

    /// Nanoseconds of one column, outside of folds.
    public var nanosecondsPerColumn: Double {
        let plain = segments.filter { !$0.isFolded }
        let columns = plain.reduce(0) { $0 + $1.columns }
        return Double(plain.reduce(0) { $0 + ($1.end - $1.start) }) / Double(max(1, columns))
    }

    public var folds: [Segment] { segments.filter(\.isFolded) }
}
