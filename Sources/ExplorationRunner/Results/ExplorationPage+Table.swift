import Schedules

extension ExplorationPage {
    /// An execution as a table, in the form for scripts.
    public struct Table: Sendable, Codable {
        public struct Row: Sendable, Codable {
            public var thread: String
            public var file: String
            public var line: Int
            public var source: String
            public var note: String
            /// One for each of `variables`; empty: the step does not touch it.
            public var values: [String]
            public var decides: Bool
            /// One of the two accesses of a data race that the table is about.
            public var races: Bool
            public var fails: Bool
            /// The number of steps before this one that are left out.
            public var skipped: Int
        }

        public var threads: [String]
        public var variables: [String]
        public var rows: [Row]

        public init(_ table: ScheduleTable) {
            threads = table.threads
            variables = table.variables
            rows = table.rows.enumerated().map { index, row in
                Row(
                    thread: table.threads[row.thread], file: row.file, line: row.line, source: row.source, note: row.note,
                    values: table.variables.indices.map { row.values[$0] ?? "" }, decides: row.isDeciding, races: row.isRacing,
                    fails: row.isFailure,
                    skipped: table.skipped[index] ?? 0)
            }
        }
    }
}
