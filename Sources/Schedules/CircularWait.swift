import Words

/// Threads that wait for each other in a circle: each wants what the next one holds, and the last one wants what the first one holds.
public struct CircularWait: Hashable, Sendable, Codable {
    /// A line of the program.
    public struct Place: Hashable, Sendable, Codable {
        /// The name of the file, without its folders.
        public var file: String
        public var line: Int

        public init(file: String, line: Int) {
            self.file = file
            self.line = line
        }
    }

    /// A thread of the circle.
    public struct Link: Hashable, Sendable, Codable {
        public var thread: String
        /// The thing that it has, and that another thread of the circle wants: "holds lock 1", "runs on queue a".
        public var holds: String
        /// The line at which it got that; nil: not known.
        public var heldSince: Place?
        /// The thing that it waits for: "wants lock 2", "wants its turn on queue b".
        public var wants: String
        /// The line at which it waits; nil: not known.
        public var waitsAt: Place?

        public init(thread: String, holds: String, heldSince: Place? = nil, wants: String, waitsAt: Place? = nil) {
            self.thread = thread
            self.holds = holds
            self.heldSince = heldSince
            self.wants = wants
            self.waitsAt = waitsAt
        }
    }

    /// In the order of the circle: each wants what the next one holds.
    public var links: [Link]

    public init(links: [Link]) { self.links = links }

    /// Whether it is known what each thread holds, and where it waits.
    public var isComplete: Bool { !links.isEmpty && links.allSatisfy { !$0.holds.isEmpty && $0.waitsAt != nil } }

    /// The circle as lines of text, drawn with an arrow from the last thread back to the first.
    ///
    ///     ╭→ block 1  holds lock 1 (line 12)  →  wants lock 2 (line 14)
    ///     ╰─ block 2  holds lock 2 (line 12)  →  wants lock 1 (line 14)
    ///
    /// - Parameters:
    ///   - width: columns; where a line has no room, what a thread wants is on a line of its own.
    ///   - isASCII: whether only ASCII characters can be used.
    public func lines(width: Int, isASCII: Bool = false) -> [String] {
        func shown(_ text: String) -> String { isASCII ? SafeText.ascii(text) : text }
        let hasFiles = Set(links.flatMap { [$0.heldSince?.file, $0.waitsAt?.file] }.compactMap(\.self)).count > 1
        func place(_ place: Place?) -> String { place.map { " (\(hasFiles ? "\($0.file):\($0.line)" : "line \($0.line)"))" } ?? "" }
        let threads = links.map { shown($0.thread) }
        let holds = links.map { shown($0.holds + place($0.heldSince)) }, wants = links.map { shown($0.wants + place($0.waitsAt)) }
        let name = threads.map(displayWidth).max() ?? 0, held = holds.map(displayWidth).max() ?? 0
        let arrow = isASCII ? "->" : "→"
        let needed = 3 + name + 2 + held + 4 + arrow.count + (wants.map(displayWidth).max() ?? 0)
        var rows: [(own: Int, text: String)] = []
        for index in links.indices {
            let thread = Self.padded(threads[index], name)
            if needed <= width {
                rows.append((index, "\(thread)  \(Self.padded(holds[index], held))  \(arrow)  \(wants[index])"))
            } else {
                rows.append((index, "\(thread)  \(holds[index])"))
                rows.append((index, "\(Self.padded("", name))  \(arrow) \(wants[index])"))
            }
        }
        return rows.enumerated().map { index, row in
            let sign =
                rows.count == 1
                ? (isASCII ? "+> " : "⟲  ")
                : index == 0 ? (isASCII ? "+> " : "╭→ ") : index == rows.count - 1 ? (isASCII ? "+- " : "╰─ ") : isASCII ? "|  " : "│  "
            return cutText(sign + row.text, to: max(20, width))
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - displayWidth(text)))
    }
}
