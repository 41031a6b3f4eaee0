import Explorer
import Trace

/// What a finding of the explorer means, in words for somebody who learns.
public struct Explanation: Sendable {
    /// A place in the source, and what a task did there.
    public struct Location: Hashable, Sendable {
        public var task: String
        public var file: String
        public var line: Int
        public var what: String
        /// The line itself, where the source is at hand.
        public var source: String
        /// Where the function was called, the innermost first: `file:line`.
        public var callers: [String]
    }

    public var verdict: Verdict
    /// One sentence: what goes wrong.
    public var summary: String
    /// How it comes about, and why.
    public var explanation: String
    public var locations: [Location]
    /// What to try.
    public var hint: String
}

extension Explanation {
    /// Explains a finding.
    public init(_ finding: ExplorationReport.Finding, outcomes: [ExplorationReport.Outcome], in source: SourceBook) {
        let scene = Scene(finding: finding, outcomes: outcomes, source: source)
        self =
            switch finding.verdict {
            case .race: scene.race()
            case .deadlock, .poolExhaustion: scene.deadlock()
            case .lostWakeup: scene.lostWakeup()
            case .crash, .assertion: scene.failure()
            case .misuse: scene.misuse()
            case .livelock, .starvation: scene.endless()
            case .leak, .none: scene.leak()
            }
    }
}

/// The source of an explored program: what the addresses in a report stand for.
public struct SourceBook: Sendable {
    private let locations: [UInt: Trace.Place.Location]
    private let lines: [Substring]
    private let path: String
    private let name: String

    /// - Parameters:
    ///   - locations: of offsets into the program's file.
    ///   - path: the explored file, as the compiler knows it.
    ///   - name: the same as the user named it.
    public init(locations: [UInt: Trace.Place.Location], path: String, name: String, text: String) {
        self.locations = locations
        self.path = path
        self.name = name
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The innermost place that lies in the explored file; nil where there is none.
    public func place(_ stack: [UInt]) -> (file: String, line: Int)? {
        for offset in stack {
            if let location = locations[offset], location.file == path, location.line > 0 { return (name, location.line) }
        }
        return nil
    }

    /// Where each function of a stack was called, as far as that is in the file; the innermost place itself is left out.
    func callers(_ stack: [UInt]) -> [String] {
        var callers: [String] = [], callee = stack.first.flatMap { locations[$0]?.function }
        for offset in stack.dropFirst() {
            guard let location = locations[offset], location.file == path, location.line > 0 else { continue }
            // What the compiler puts around closures calls them, and is named like them, but stands nowhere in the source.
            if location.function == callee || location.function.contains("thunk") { continue }
            callee = location.function
            callers.append("\(fileName):\(location.line)")
        }
        return Array(callers.prefix(6))
    }

    /// The function that a place lies in.
    public func function(_ offset: UInt) -> String? { locations[offset]?.function }

    /// The line without its margin; empty where it is not at hand.
    func line(_ number: Int) -> String {
        guard lines.indices.contains(number - 1) else { return "" }
        let line = lines[number - 1].drop { $0 == " " || $0 == "\t" }
        let comment = line.range(of: " //")?.lowerBound ?? line.endIndex
        var text = String(line[..<comment])
        while text.last == " " { text.removeLast() }
        return text
    }

    var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
}

extension Substring {
    /// Where a text begins in this one.
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
