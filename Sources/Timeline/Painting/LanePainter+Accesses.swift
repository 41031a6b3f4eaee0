import Trace

extension LanePainter {
    /// An access to a variable that several threads use.
    struct Access {
        var time: Int64
        var lane: Int
        /// The item that made it, if the thread ran one.
        var item: Int?
        var isWrite: Bool
        /// It is part of a data race.
        var isRacing: Bool
    }

    /// More accesses than this are not marked one by one.
    private static let mostAccesses = 4_096

    /// The accesses of an explored run, in the order of time.
    static func accesses(_ trace: Trace) -> [Access] {
        guard !trace.values.isEmpty, trace.values.count <= mostAccesses else { return [] }
        let items = Dictionary(grouping: trace.items.indices.filter { trace.items.began($0) != nil }) { trace.items.lane($0) ?? -1 }
        return trace.values.compactMap { value in
            guard let access = value.access else { return nil }
            let event = trace.events.firstIndex(after: value.time - 1)
            guard trace.events.indices.contains(event), trace.events.time(event) == value.time else { return nil }
            let lane = Int(trace.events.lane(event))
            let running = items[lane]?.filter { item in
                trace.items.began(item).map { $0 <= value.time } == true && trace.items.ended(item).map { $0 > value.time } != false
            }
            let item = running?.max { (trace.items.began($0) ?? 0) < (trace.items.began($1) ?? 0) }
            let isRacing = trace.meanings[value.time]?.contains(.races) == true
            return Access(time: value.time, lane: lane, item: item, isWrite: access != .read, isRacing: isRacing)
        }
    }

    /// The racing accesses of a bar, by column: the label goes to one side of them.
    func racing(in bar: Layout.Bar, _ run: Range<Int>) -> [Int: Access] {
        guard let item = bar.item else { return [:] }
        var found: [Int: Access] = [:]
        for access in accesses where access.isRacing && access.item == item {
            guard let column = cells(access.time, access.time)?.first, run.contains(column) else { continue }
            if found[column]?.isWrite != true { found[column] = access }
        }
        return found
    }

    mutating func paint(_ access: Access, row: Int, _ column: Int) {
        let glyph: Character = access.isWrite ? access.isRacing ? "W" : "w" : access.isRacing ? "R" : "r"
        put(glyph, access.isRacing ? .warning : .mark, row: row, column)
        legend.insert(access.isRacing ? .race : .access)
    }

    /// Marks the accesses where nothing is written: on their items' bars, or on the line of their thread.
    mutating func paintAccesses() {
        if accesses.isEmpty { return }
        var rowOfItem: [Int: Int] = [:], rowOfThread: [Int: Int] = [:]
        for (row, content) in contents.sorted(by: { $0.key < $1.key }) {
            if case .thread(let thread) = content.lane, rowOfThread[thread] == nil { rowOfThread[thread] = row }
            for bars in content.bars where bars.count <= VisibleRange.most {
                for bar in bars { if let item = bar.item { rowOfItem[item] = row } }
            }
        }
        var plain: Set<Character> = [
            " ", glyphs.bar, glyphs.waiting, glyphs.suspendedTask, glyphs.alive, glyphs.ownCode, glyphs.dense, glyphs.weakBarrier,
            glyphs.held, glyphs.wall,
        ]
        plain.formUnion(glyphs.filledFromLeft + [glyphs.rightHalf, glyphs.rightEighth])
        // Racing accesses come last: they replace others in their column.
        func rank(_ access: Access) -> Int { (access.isRacing ? 2 : 0) + (access.isWrite ? 1 : 0) }
        for access in (0...3).flatMap({ wanted in accesses.filter { rank($0) == wanted } }) {
            guard let column = cells(access.time, access.time)?.first,
                let row = access.item.flatMap({ rowOfItem[$0] }) ?? rowOfThread[access.lane]
            else { continue }
            let glyph = canvas.rows[row][gutter.columns + column].glyph
            let role = canvas.rows[row][gutter.columns + column].role
            // A letter with the look of a mark is one.
            guard let glyph, plain.contains(glyph) || "rwRW".contains(glyph) && (role == .mark || role == .warning) else { continue }
            paint(access, row: row, column)
        }
    }
}
