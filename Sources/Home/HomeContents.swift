import Course

/// The list of the home.
public struct HomeContents: Equatable, Sendable {
    /// An entry, or the heading of a part of the list.
    public struct Line: Equatable, Sendable {
        public enum Mark: Equatable, Sendable { case none, begun, done }

        public var mark = Mark.none
        public var name: String
        public var words: String
        /// nil: a heading.
        public var action: HomeAction?

        public init(_ name: String, _ words: String = "", mark: Mark = .none, action: HomeAction? = nil) {
            (self.mark, self.name, self.words, self.action) = (mark, name, words, action)
        }
    }

    /// The learner's work on an exercise.
    public struct Work: Equatable, Sendable {
        public var isPassed: Bool
        /// "3 of 10 points; 2 attempts"; empty for one that was not begun.
        public var words: String

        public init(isPassed: Bool, words: String) { (self.isPassed, self.words) = (isPassed, words) }
    }

    public var lines: [Line]
    /// "3 of 45 done".
    public var progress: String

    /// - Parameters:
    ///   - work: the work on each exercise, by its name.
    ///   - mostVerdicts: the most verdicts that are listed.
    public init(_ course: Course, _ journal: Journal, work: [String: Work], mostVerdicts: Int = 5) {
        func mark(_ part: Course.Part) -> Line.Mark {
            switch part.kind {
            case .lab:
                guard let entry = journal.lab(part.name) else { return .none }
                return entry.isFinished == true ? .done : .begun
            case .exercise:
                guard let work = work[part.name] else { return .none }
                return work.isPassed ? .done : work.words.isEmpty ? .none : .begun
            case .page: return .none
            }
        }
        func action(_ part: Course.Part) -> HomeAction {
            switch part.kind {
            case .lab: .lab(part.name, from: nil)
            case .exercise: .exercise(part.name)
            case .page: .page(part.name)
            }
        }
        func line(_ part: Course.Part, _ words: String? = nil) -> Line {
            Line(part.shownName, words ?? part.subject, mark: mark(part), action: action(part))
        }
        lines = [Self.next(course, journal, mark: mark, action: action)]
        let verdicts = journal.verdicts.prefix(mostVerdicts)
        if !verdicts.isEmpty { lines.append(Line("Last verdicts")) }
        for entry in verdicts {
            guard let arguments = entry.command, let folder = entry.folder else { continue }
            lines.append(Line(entry.name, entry.sentence ?? "", action: .verdict(arguments, folder: folder)))
        }
        lines.append(Line("Your own file"))
        lines.append(Line("explore a file", "type its name: it runs under every interleaving", action: .asksForFile))
        lines.append(Line("The path"))
        lines += course.path.map { line($0) }
        lines.append(Line("Labs"))
        lines += course.labs.map { line($0) }
        lines.append(Line("Exercises"))
        lines += course.exercises.map { part in
            let known = work[part.name]?.words ?? ""
            return line(part, known.isEmpty ? nil : "\(part.subject) (\(known))")
        }
        let tasks = Set(course.path.filter { $0.kind != .page })
        progress = "\(tasks.count { mark($0) == .done }) of \(tasks.count) done"
    }

    /// "Go on: lab-barrier": the lab or the exercise that was begun last and is not over, else the first of the path that is not done.
    private static func next(
        _ course: Course, _ journal: Journal, mark: (Course.Part) -> Line.Mark, action: (Course.Part) -> HomeAction
    ) -> Line {
        // A verdict is no place to go on from.
        if let last = journal.entries.first(where: { $0.kind != .verdict }) {
            switch last.kind {
            case .lab:
                if course.labs.contains(where: { $0.name == last.name }), let next = last.next {
                    return Line("Go on: lab-\(last.name)", "with its variant \(next)", mark: .begun, action: .lab(last.name, from: next))
                }
            case .exercise:
                if let part = course.exercises.first(where: { $0.name == last.name }), mark(part) != .done {
                    return Line("Go on: \(part.name)", part.subject, mark: .begun, action: .exercise(part.name))
                }
            case .verdict: break
            }
        }
        let isNew = !journal.entries.contains { $0.kind != .verdict } && !course.path.contains { mark($0) != .none }
        if isNew { return Line("Begin: lab-barrier", "your first fifteen minutes", action: .lab("barrier", from: nil)) }
        guard let part = course.path.first(where: { $0.kind != .page && mark($0) != .done }) else {
            return Line("All of the path is done.", "explore a file of your own", mark: .done, action: .asksForFile)
        }
        return Line("Go on: \(part.shownName)", part.subject, mark: mark(part), action: action(part))
    }
}
