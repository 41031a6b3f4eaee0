/// One execution as a table: a row for each step that matters, a column for each thread, and the values that change.
///
/// It is the one model of a schedule that reports, steppers and files draw. It has the program's own lines, and it knows no terminal.
public struct ScheduleTable: Hashable, Sendable, Codable {
    /// A step of a thread.
    public struct Row: Hashable, Sendable, Codable {
        /// The index of the thread in `threads`.
        public var thread: Int
        public var file: String
        public var line: Int
        /// The line's text, without indentation.
        public var source: String
        /// The step in words, if the line does not show it: "waits for a lock".
        public var note: String
        /// The values after the step, by column of `variables`: "100", "100 → 20".
        public var values: [Int: String]
        /// Whether the order of this step and another one decides that the execution fails.
        public var isDeciding = false
        /// Whether it is one of the two accesses of the data race that the table is about: nothing orders them.
        public var isRacing = false
        /// Whether the failure shows here.
        public var isFailure = false
        /// The index of the step among all steps of the execution; nil: the row is no step, or not known.
        public var step: Int?

        public init(
            thread: Int, file: String, line: Int, source: String, note: String = "", values: [Int: String] = [:], isDeciding: Bool = false,
            isFailure: Bool = false, step: Int? = nil
        ) {
            self.thread = thread
            self.file = file
            self.line = line
            self.source = source
            self.note = note
            self.values = values
            self.isDeciding = isDeciding
            self.isFailure = isFailure
            self.step = step
        }
    }

    /// The names of the threads, in the order of their first step.
    public var threads: [String]
    /// The names of the variables, locks and counters.
    public var variables: [String]
    public var rows: [Row]
    /// For each row that follows steps which are left out: their number.
    public var skipped: [Int: Int]
    /// The name of the file that a reader takes the lines for; nil: the reader knows the file. If all rows are in another one, its name is
    /// drawn before them.
    public var readersFile: String?

    public init(threads: [String] = [], variables: [String] = [], rows: [Row] = [], skipped: [Int: Int] = [:]) {
        self.threads = threads
        self.variables = variables
        self.rows = rows
        self.skipped = skipped
    }

    /// Whether it shows more than one sentence would.
    public var isWorthShowing: Bool { rows.count > 1 }

    /// Whether a row has the sign: one of the steps whose order decides; or, where no such step is known, an access of the data race.
    public func isMarked(_ row: Row) -> Bool { rows.contains(where: \.isDeciding) ? row.isDeciding : row.isRacing }

    /// The meaning of the sign; nil if no row has it.
    public var legend: String? {
        rows.contains(where: \.isDeciding)
            ? "▸ their order decides" : rows.contains(where: \.isRacing) ? "▸ nothing orders these two" : nil
    }

    /// Whether a line has a row.
    public func shows(file: String, line: Int) -> Bool { rows.contains { $0.line == line && $0.file == file } }

    /// The table with fewer rows: the steps that decide, those that are told, the beginning, and what leads to the failure.
    /// - Parameters:
    ///   - most: the number of rows, at most; more only where more decide.
    ///   - isTold: whether the text beside the table names a row's line.
    public func shortened(to most: Int, isTold: (Row) -> Bool = { _ in false }) -> ScheduleTable {
        guard rows.count > most else { return self }
        let last = rows.lastIndex { isMarked($0) || $0.isFailure } ?? rows.count - 1
        var kept = Set(rows.indices.filter { isMarked(rows[$0]) || rows[$0].isFailure })
        let told = rows.indices.filter { isTold(rows[$0]) }
        for index in told.suffix(most / 2) + [0, 1] + Array(stride(from: min(last + 2, rows.count - 1), through: 0, by: -1))
        where kept.count < most {
            kept.insert(index)
        }
        kept.formUnion(rows.indices.filter { isAsShortAsItsFold($0, besides: kept) })
        var table = ScheduleTable(threads: threads, variables: variables), missing = 0
        table.readersFile = readersFile
        for (index, row) in rows.enumerated() {
            missing += skipped[index] ?? 0
            if !kept.contains(index) {
                missing += 1
                continue
            }
            if missing > 0 { table.skipped[table.rows.count] = missing }
            missing = 0
            table.rows.append(row)
        }
        missing += skipped[rows.count] ?? 0
        if missing > 0 { table.skipped[table.rows.count] = missing }
        return table
    }

    /// Whether a row is the only one that would be folded there, and needs no more lines than "⋯  1 step": it has no note and no line with
    /// the name of its file.
    private func isAsShortAsItsFold(_ index: Int, besides kept: Set<Int>) -> Bool {
        guard index > 0, index + 1 < rows.count, !kept.contains(index), kept.contains(index - 1), kept.contains(index + 1),
            skipped[index] == nil, skipped[index + 1] == nil
        else { return false }
        return rows[index].note.isEmpty && rows[index].file == rows[index - 1].file
    }
}
