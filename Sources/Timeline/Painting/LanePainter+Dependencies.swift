import Words
import Trace

/// Which operation depends on which, as arrows below the lanes.
///
/// Each dependency has a row: the arrow begins where the operation that is waited for ends, and its head is where the other one begins. Arrows
/// across the lanes would hide the bars between them.
extension LanePainter {
    /// An operation, and one that depends on it.
    struct Dependency: Equatable {
        var first: Int
        var then: Int
        /// Both are part of a circular wait.
        var isCircular = false
    }

    /// With more rows than this, no single arrow is found.
    private static let mostDependencies = 12

    /// - Parameter all: the dependencies of the trace, in the order of its items.
    mutating func paintDependencies(_ all: [Dependency], showsAll: Bool) {
        var rows = sorted(all).filter { isVisible($0) }
        if !showsAll { rows = rows.filter(\.isCircular) }
        guard !rows.isEmpty else {
            if showsAll { tellNoDependencies() }
            return
        }
        let shown = rows.prefix(rows.count == Self.mostDependencies + 1 ? rows.count : Self.mostDependencies)
        for (index, dependency) in shown.enumerated() {
            let name = index == 0 ? (dependency.isCircular ? "circular" : "depends on") : index == 1 && dependency.isCircular ? "wait" : ""
            paint(dependency, row: addRow(name, .name))
        }
        if shown.count < rows.count {
            let row = addRow("", .secondary)
            canvas.write(
                "+ \(Wording.count(rows.count - shown.count, "more dependency", "more dependencies"))", .secondary, row: row,
                column: gutter.columns + 1)
        }
        legend.insert(.depends)
    }

    private mutating func tellNoDependencies() {
        let row = addRow("depends on", .name)
        canvas.write("no operation here depends on another one", .secondary, row: row, column: gutter.columns + 1)
    }

    /// Which operation depends on which, in the order of the items. Linear.
    static func dependencies(_ trace: Trace) -> [Dependency] {
        guard trace.hasDependencies else { return [] }
        let circle = trace.dependencyCircle ?? []
        var all: [Dependency] = []
        for then in trace.items.indices {
            for first in trace.items[then].dependencies where trace.items.indices.contains(first) {
                let position = circle.firstIndex(of: then)
                let isCircular = position.map { circle[($0 + 1) % circle.count] == first } ?? false
                all.append(Dependency(first: first, then: then, isCircular: isCircular))
            }
        }
        return all
    }

    /// Those of the selected operation come first, then those of a circular wait, then by time.
    private func sorted(_ all: [Dependency]) -> [Dependency] {
        func rank(_ dependency: Dependency) -> Int {
            if let selected, dependency.first == selected || dependency.then == selected { return 0 }
            return dependency.isCircular ? 1 : 2
        }
        return all.enumerated().sorted {
            (rank($0.element), start(of: $0.element), $0.offset) < (rank($1.element), start(of: $1.element), $1.offset)
        }
        .map(\.element)
    }

    /// Where the operation that is waited for ends; if it never ends, where the other one was added.
    private func start(of dependency: Dependency) -> Int64 {
        let first = trace.items[dependency.first], then = trace.items[dependency.then]
        return first.ended ?? first.cancelled ?? then.enqueued ?? first.enqueued ?? layout.start
    }

    private func isVisible(_ dependency: Dependency) -> Bool {
        cells(start(of: dependency), max(start(of: dependency), trace.items[dependency.then].began ?? layout.end)) != nil
    }

    private mutating func paint(_ dependency: Dependency, row: Int) {
        let then = trace.items[dependency.then]
        let begin = start(of: dependency)
        guard let span = cells(begin, max(begin, then.began ?? layout.end)) else { return }
        for column in span.first...span.last { put(glyphs.way, .selection, row: row, column) }
        let isOpen = then.began == nil
        put(isOpen ? glyphs.unfinished : glyphs.arrow, .selection, row: row, span.last)
        if isOpen { legend.insert(.unfinished) }
        let first = names.item(dependency.first), second = names.item(dependency.then)
        let words = isOpen ? "\(second) waits for \(first)" : "\(second) after \(first)"
        let role: Role = dependency.isCircular ? .warning : .text
        let forms = [words, words.fitted(to: max(8, columns - span.count - 2), style)]
        for form in forms {
            let width = displayWidth(form)
            if span.last + 2 + width <= columns {
                return canvas.write(form, role, row: row, column: gutter.columns + span.last + 2)
            }
            if span.first - 1 - width >= 0 {
                return canvas.write(form, role, row: row, column: gutter.columns + span.first - 1 - width)
            }
            if width + 4 <= span.count {
                return canvas.write(" \(form) ", role, row: row, column: gutter.columns + span.first + 1)
            }
        }
    }
}

extension LanePainter.Span {
    fileprivate var count: Int { last - first + 1 }
}
