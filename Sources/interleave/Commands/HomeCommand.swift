import Words
import Course
import FoundationEssentials
import Glibc
import Grading
import Home
import System
import Terminal
import Timeline
import Trace

/// Bare `interleave` in a terminal: the path, the labs, the exercises, the last verdicts, and the learner's own file.
struct HomeCommand {
    /// Whether the home can be shown: a person sits at a terminal that can show a full screen, and the package is there.
    static var isPossible: Bool {
        let terminal = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && terminal != "dumb" && BuildFolder.current.package != nil
    }

    /// Shows the home until the learner quits.
    /// - Throws: `ExplainedError` if the package is not complete; `UnusableTerminal` if the terminal cannot be drawn on.
    static func run() throws {
        let catalogue = try ExerciseCatalogue()
        let wantsColour = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
        let abilities = TerminalAbilities.own
        let style = Style(isASCII: abilities.isASCII, colour: wantsColour ? abilities.colour : .none)
        var front = HomeFront(catalogue, style)
        try front.show(style: style) { front, style in front.use(style) }
    }
}

/// The home on the screen: it runs the entries that are opened, and then it is there again.
private struct HomeFront: ScreenContents {
    private let catalogue: ExerciseCatalogue
    private let course: Course
    private var model: HomeModel
    private var style: Style
    private var opened: HomeAction?
    private(set) var isOver = false

    var keyScreen: KeyScreen { .home }
    var wantsTerminal: Bool { opened != nil }

    init(_ catalogue: ExerciseCatalogue, _ style: Style) {
        (self.catalogue, self.style) = (catalogue, style)
        course = Course(package: catalogue.package, exercises: catalogue.exercises.map { ($0.name, $0.topic) })
        let (journal, trouble) = JournalFile().read()
        model = HomeModel(HomeContents(course, journal, work: Self.work(catalogue)), style: style)
        model.message = trouble
    }

    mutating func use(_ style: Style) {
        self.style = style
        model.style = style
    }

    mutating func frame(columns: Int, rows: Int) -> Canvas { model.frame(columns: columns, rows: rows) }

    mutating func take(_ key: Key) {
        switch model.take(key) {
        case .quit: isOver = true
        case .open(let action): opened = action
        case nil: break
        }
    }

    mutating func useTerminal() {
        guard let action = opened else { return }
        opened = nil
        let trouble = perform(action)
        let (journal, journalTrouble) = JournalFile().read()
        model.update(HomeContents(course, journal, work: Self.work(catalogue)))
        model.message = trouble ?? journalTrouble
    }

    /// Returns why it could not be done; nil if it was.
    private func perform(_ action: HomeAction) -> String? {
        switch action {
        case .lab(let name, let first): return start(["lab", name] + (first.map { ["--from", $0] } ?? []))
        case .exercise(let name): return start(["learn", name], leavesText: false)
        case .page(let path): return Ways.Place.page(Ways.Page(file: "\(catalogue.package)/\(path)", title: path)).open(style: style)
        case .verdict(let arguments, let folder): return start(arguments, in: folder)
        case .file(let name): return start(["explore", Self.withHome(name)])
        case .asksForFile: return nil
        }
    }

    /// Runs a command of this program, which has the terminal meanwhile.
    /// - Parameter leavesText: whether the command leaves text on the terminal that the learner wants to read.
    private func start(_ arguments: [String], in folder: String? = nil, leavesText: Bool = true) -> String? {
        StartedCommand.run(arguments, in: folder, waitsForEnter: leavesText ? "Enter goes back to the list." : nil)
    }

    /// A name as a shell would read it: `~/x.swift`.
    private static func withHome(_ name: String) -> String {
        var name = name
        while name.last == " " { name.removeLast() }
        guard name.hasPrefix("~/"), let home = getenv("HOME").map({ String(cString: $0) }) else { return name }
        return home + name.dropFirst()
    }

    /// The learner's work on each exercise.
    private static func work(_ catalogue: ExerciseCatalogue) -> [String: HomeContents.Work] {
        let pairs = catalogue.exercises.map { exercise in
            let record = Progress.work(on: exercise, in: catalogue.package)
            let progress = (try? Progress.of(exercise, in: catalogue.package)) ?? .notStarted
            let isStarted = progress != .notStarted || record.attempts > 0
            return (exercise.name, HomeContents.Work(isPassed: record.solved != nil, words: isStarted ? record.words : ""))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
