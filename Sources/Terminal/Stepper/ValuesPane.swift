import Narration
import Timeline
import Trace
import Words

/// The values of a program at one moment, and where its threads are, a line each.
struct ValuesPane {
    let moment: ProgramMoment
    /// The variables of the run, before the first of them was used.
    var awaited: [String] = []
    /// The variable that keys act on.
    let chosen: String?
    let width: Int
    let style: Style

    /// The lines of the values. Where there is no room for all of them, those that the step touches and those used last are kept.
    func values(rows: Int) -> [[StyledText]] {
        guard rows > 0 else { return [] }
        if moment.values.isEmpty {
            let column = width * 3 / 5
            let names = awaited.prefix(rows).map { [StyledText(.secondary, "     \(name($0, column))  not used yet")] }
            return names.isEmpty ? [[StyledText(.secondary, " no variable was used yet")]] : names
        }
        var shown = Array(moment.values.indices)
        // (A single row is for a value.)
        let hidden = shown.count > rows ? Swift.max(1, shown.count - rows + 1) : 0, room = Swift.max(1, rows - 1)
        if hidden > 0 {
            func rank(_ index: Int) -> (Int, Int64) {
                let value = moment.values[index]
                return (value.isTouched ? 2 : value.name == chosen ? 1 : 0, value.time)
            }
            shown = shown.sorted { rank($0) > rank($1) }.prefix(room).sorted()
        }
        let names = shown.map { displayWidth(moment.values[$0].name.shown(style)) }.max() ?? 0
        // The names have the room that the values leave.
        let words = shown.map { displayWidth(moment.values[$0].words.shown(style)) }.max() ?? 0
        let column = Swift.min(names, Swift.max(6, width * 2 / 5, width - 7 - words))
        return shown.map { line(moment.values[$0], column) }
            + (hidden > 0 && rows > 1 ? [[StyledText(.secondary, "     and \(hidden) more (Enter)")]] : [])
    }

    private func line(_ value: ProgramMoment.Value, _ column: Int) -> [StyledText] {
        let sign = value.kind == .variable && value.name == chosen ? (style.isASCII ? "> " : "› ") : "  "
        let role: Timeline.Role = value.isRacing ? .warning : value.isTouched ? .heading : .text
        let name = name(value.name, column).padding(to: column)
        // (The capital letter says it, too.)
        let hasRoom = value.isRacing && 7 + column + displayWidth(value.words.shown(style)) + 6 <= width
        return [
            StyledText(.heading, sign), StyledText(role, Self.mark(value).padding(to: 3)), StyledText(role, name + "  "),
            StyledText(role, value.words.shown(style) + (hasRoom ? "  race" : "")),
        ]
    }

    /// A name, without its beginning where there is no room: "….balance" of "Account.balance".
    private func name(_ name: String, _ column: Int) -> String {
        let name = name.shown(style)
        guard displayWidth(name) > column, let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return name.fitted(to: column, style)
        }
        return ((style.isASCII ? ".." : "…") + name[dot...]).fitted(to: column, style)
    }

    /// "r" and "w": how the step accesses the value; in a data race in capitals.
    private static func mark(_ value: ProgramMoment.Value) -> String {
        let mark =
            switch value.access {
            case .read: "r"
            case .written: "w"
            case .updated: "rw"
            case nil: value.before == nil ? "" : "*"
            }
        return value.isRacing ? mark.uppercased() : mark
    }

    /// The lines of the threads: letter, name, line.
    func threads(rows: Int) -> [[StyledText]] {
        guard rows > 0 else { return [] }
        let isTooMany = moment.threads.count > rows
        let ordered = isTooMany ? moment.threads.filter(\.isMoving) + moment.threads.filter { !$0.isMoving } : moment.threads
        let shown = ordered.prefix(isTooMany ? rows - 1 : rows)
        let hasFiles = Set(moment.threads.map(\.source.file)).count > 1
        let column = Swift.min(shown.map { displayWidth($0.name.shown(style)) }.max() ?? 0, Swift.max(8, width / 2))
        return shown.map { thread in
            let line = "\(thread.source.line)", waits = thread.isSuspended ? ", suspended" : thread.isBlocked ? ", waits" : ""
            // The number stays where there is little room.
            let room = Swift.max(4, width - column - 7 - line.count - waits.count)
            let file = thread.source.file.split(separator: "/").last.map { String($0).shown(style).fitted(to: room, style) } ?? ""
            let place = hasFiles ? "\(file):\(line)" : "line \(line)"
            let role: Timeline.Role = thread.isMoving ? .heading : .text
            return [
                StyledText(role, (thread.isMoving ? SourcePane.arrow(style) : " ") + String(SourcePane.letter(thread.lane)) + "  "),
                StyledText(role, thread.name.shown(style).fitted(to: column, style).padding(to: column) + "  "),
                StyledText(role, place), StyledText(.secondary, waits),
            ]
        } + (isTooMany ? [[StyledText(.secondary, "    and \(ordered.count - shown.count) more threads")]] : [])
    }
}
