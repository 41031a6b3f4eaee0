import Words
import ExplorationRunner
import FoundationEssentials
import Glibc
import Grading
import System
import Timeline
import Trace

/// The learner's file, its watch, the grading that runs, and the notes about the learner's work. It
/// changes the model; a front shows the model and brings the keys.
///
/// One text is graded once. A save during a grading ends that grading and begins a new one: its
/// verdict would be about a text that has gone.
final class LearnerSession {
    /// News for a front that prints lines.
    enum News: Equatable {
        case opened, began, step(String), early, verdict, failed, note(String)
    }

    var model: LearnerModel
    private(set) var news: [News] = []
    private let setup: LearnerSetup
    private let scratch: String
    private let room: TemporaryFolder
    private let epoch = ContinuousClock.now
    private var watch: FileWatch
    private var settling = SettlingFile()
    private var run: GradingRun?
    private var runs = 0
    private var clock: StudyClock
    /// The text that is graded, or was graded last.
    private var graded: String?
    /// The first event of the save that led to the current grading.
    private var saved: Duration?
    private var began: Duration = .zero
    /// Since when the file is not there.
    private var missing: Duration?
    private var isMissingTold = false
    private var needsPicture = false

    private var exercise: Exercise { setup.exercises[model.current] }
    private var folder: ExerciseFolder { ExerciseFolder(exercise, in: setup.home) }
    private var now: Duration { ContinuousClock.now - epoch }

    /// - Throws: `ExplainedError` if the texts of the exercise are missing.
    init(_ setup: LearnerSetup) throws {
        self.setup = setup
        let room = try TemporaryFolder.make()
        scratch = room.path
        self.room = room
        var list: [LearnerModel.Listed] = []
        for exercise in setup.exercises { list.append(Self.listed(exercise, setup.home)) }
        let latest = Progress.latest(of: setup.exercises, in: setup.home)
            .flatMap { latest in setup.exercises.firstIndex { $0.name == latest.name } }.flatMap { list[$0].passed ? nil : $0 }
        let first = setup.first ?? latest ?? list.firstIndex { !$0.passed } ?? 0
        let exercise = setup.exercises[first]
        model = LearnerModel(
            list: list, current: first, texts: try Self.texts(exercise, setup),
            record: Progress.work(on: exercise, in: setup.home), style: setup.style)
        ExerciseFolder(exercise, in: setup.home).makeOwnFile()
        watch = FileWatch(ExerciseFolder(exercise, in: setup.home).ownPath)
        clock = StudyClock(at: .zero)
        news = [.opened]
        model.ways = setup.ways(exercise)
        setup.opened(exercise)
        tellWhatIsFixed()
        look(force: true)
    }

    // MARK: Waiting

    /// The descriptors that can bring news.
    var descriptors: [Int32] { [watch.descriptor, run?.output ?? -1].filter { $0 >= 0 } }

    /// The longest time to wait for news; nil: for ever.
    var patience: Duration? {
        let now = now
        var waits: [Duration] = []
        if let due = settling.due { waits.append(max(.zero, due - now)) }
        if let interval = watch.interval { waits.append(interval) }
        // The seconds on the screen.
        if isGrading { waits.append(.milliseconds(500)) }
        return waits.min()
    }

    /// Whether the learner has changed the file.
    var isStarted: Bool { (try? folder.isStarted()) ?? true }

    /// Whether a verdict is still to come.
    var isGrading: Bool { run.map { !$0.hasResult } ?? false }

    /// Whether nothing will happen unless the learner does something.
    var isIdle: Bool { !isGrading && settling.due == nil }

    func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    /// Handles all that has happened since the last call.
    func advance() {
        switch watch.read() {
        case .none: break
        case .partial: settling.happened(at: now, isComplete: false)
        case .complete: settling.happened(at: now, isComplete: true)
        }
        if let first = settling.take(at: now) { look(since: first) }
        for message in run?.read() ?? [] { take(message) }
        if run?.isOver == true { run = nil }
        if isGrading { model.grading?.seconds = (now - (saved ?? began)) / .seconds(1) }
    }

    /// Ends what runs, and notes the learner's time.
    func finish() {
        run?.stop()
        run = nil
        note(hints: 0)
        FolderRemoval.remove(scratch)
    }

    // MARK: The learner's file

    /// Reads the file, and grades it if its text is new.
    private func look(since first: Duration? = nil, force: Bool = false) {
        guard let text = readOwn() else {
            missing = missing ?? now
            if now - (missing ?? now) < .seconds(1) {
                settling.again(at: now)
            } else if !isMissingTold {
                isMissingTold = true
                let reason = access(folder.ownPath, R_OK) == 0 ? "it is not a file" : String(cString: strerror(errno))
                tell(
                    access(folder.ownPath, F_OK) == 0
                        ? "\(model.texts.file) cannot be read: \(reason). Make it readable, and save it again."
                        : whatIsFixed
                            ?? "\(model.texts.file) is not there. Save it again, or press r: then the original text comes back.")
            }
            return
        }
        (missing, isMissingTold) = (nil, false)
        if text == graded, !force { return }
        clock.touch(at: now)
        saved = first
        grade(text)
    }

    /// The text of the file; nil while there is none.
    private func readOwn() -> String? {
        var facts = stat()
        // (Reading a pipe would wait for its writer.)
        guard stat(folder.ownPath, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            let bytes = FileManager.default.contents(atPath: folder.ownPath)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func grade(_ text: String) {
        run?.stop()
        run = nil
        graded = text
        began = now
        runs += 1
        model.begin("starting")
        news.append(.began)
        do {
            run = try GradingRun(setup.grader(exercise), folder: "\(scratch)/\(runs)")
        } catch {
            fail(Self.words(error))
        }
    }

    private func take(_ message: GradingMessage) {
        if let words = message.step {
            if model.grading != nil, model.grading?.step != words { news.append(.step(words)) }
            model.grading?.step = words
        }
        if let words = message.failure { fail(words) }
        guard let verdict = message.verdict else { return }
        let isUnchanged = !isStarted
        if !verdict.isEarly {
            model.grading = nil
            if !isUnchanged {
                let record = Progress.remember(
                    verdict, ofText: graded ?? "", of: exercise, in: setup.home, seconds: clock.take(at: now))
                update(record)
                setup.judged(exercise, verdict)
            }
        }
        let solution = verdict.passed && !verdict.isEarly ? solution : nil
        model.show(verdict, seconds: saved.map { (now - $0) / .seconds(1) }, isUnchanged: isUnchanged, solution: solution)
        needsPicture = !verdict.isEarly && !verdict.passed
        news.append(verdict.isEarly ? .early : .verdict)
    }

    private func fail(_ words: String) {
        model.fail(words)
        // The same text can be graded again.
        graded = nil
        news.append(.failed)
    }

    private var solution: LearnerModel.Solution? {
        func text(_ path: String) -> String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }
        guard let explanation = text(folder.explanationPath), let code = text(folder.solutionPath) else { return nil }
        return .init(explanation: explanation, code: code)
    }

    // MARK: Requests

    /// Does what a key asks for, apart from what needs a terminal of its own.
    func obey(_ request: LearnerModel.Request) {
        clock.touch(at: now)
        switch request {
        case .grade:
            saved = nil
            look(force: true)
        case .shown(let hints): note(hints: hints)
        case .reset: reset()
        case .open(let index): open(index)
        case .stepThrough, .quit, .lead: break
        }
    }

    /// The learner has pressed a key.
    func touch() { clock.touch(at: now) }

    private func reset() {
        do {
            let result = try folder.reset()
            let texts = model.texts, record = model.record
            run?.stop()
            run = nil
            model.open(model.current, texts, record)
            news.append(.opened)
            switch result {
            case .kept(let path): tell("Your attempt is in \(setup.shownPath(path))")
            case .wasOriginal: tell("The file already has its original text.")
            case .wasMissing: tell("The file was not there. Now it has its original text.")
            }
            graded = nil
            look(force: true)
        } catch {
            tell(Self.words(error))
        }
    }

    private func open(_ index: Int) {
        guard setup.exercises.indices.contains(index) else { return }
        do {
            let next = setup.exercises[index], texts = try Self.texts(next, setup)
            run?.stop()
            run = nil
            note(hints: 0)
            update(model.record)
            model.open(index, texts, Progress.work(on: next, in: setup.home))
            folder.makeOwnFile()
            watch = FileWatch(folder.ownPath)
            (settling, graded, saved, missing, isMissingTold) = (SettlingFile(), nil, nil, nil, false)
            news.append(.opened)
            model.ways = setup.ways(next)
            setup.opened(next)
            tellWhatIsFixed()
            look(force: true)
        } catch {
            tell(Self.words(error))
        }
    }

    private func tellWhatIsFixed() {
        if let words = whatIsFixed { tell(words) }
    }

    /// What cannot be written, as in a checkout that is read-only or belongs to another user; nil: nothing.
    private var whatIsFixed: String? {
        let isThere = access(folder.ownPath, F_OK) == 0
        if access(isThere ? folder.ownPath : folder.ownFolder, W_OK) != 0, errno != ENOENT {
            let reason = String(cString: strerror(errno))
            let cure = "To work on it, make a folder of your own: \(Invocation.interleave) start FOLDER"
            return "\(model.texts.file) cannot be written (\(reason)). \(cure)"
        }
        return Progress.whyNotKept(of: exercise, in: setup.home).map { folder, reason in
            "\(setup.shownPath(folder)) cannot be written (\(reason)). You can work, but your progress is not kept."
        }
    }

    /// An error in one paragraph.
    private static func words(_ error: any Error) -> String { "\(error)".replacing("\n", with: " ") }

    private func tell(_ words: String) {
        model.message = words
        news.append(.note(words))
    }

    private func note(hints: Int) {
        let seconds = clock.take(at: now)
        guard seconds >= 1 || hints > 0 else { return }
        update(Progress.add(seconds: seconds, hints: hints, to: exercise, in: setup.home))
    }

    private func update(_ record: LearnerRecord) {
        var list = model.list
        list[model.current] = Self.listed(exercise, setup.home)
        model.update(list, record)
    }

    // MARK: Pictures

    /// Draws the timeline of the failure, if that is still to be done. The verdict is shown before.
    /// - Returns: whether the model has changed.
    func addPicture() -> Bool {
        guard needsPicture, let verdict = model.verdict else { return false }
        needsPicture = false
        if let schedule = verdict.schedule, let trace = try? TraceReader.read(path: schedule.path) {
            model.picture = LearnerPicture(
                schedule: trace, of: schedule.function, showsRaceOnly: schedule.showsRaceOnly, file: fileName, text: graded ?? "")
        } else if let path = verdict.trace, let trace = try? TraceReader.read(path: path) {
            model.picture = LearnerPicture(caption: "The run. s goes through it step by step.", trace: trace)
        }
        return model.picture != nil
    }

    /// The learner's file, without its folders.
    var fileName: String { folder.ownPath.split(separator: "/").last.map(String.init) ?? "" }

    /// The trace to step through: the schedule that fails, or the run; nil if it was not kept.
    func traceToStep() -> (title: String, trace: Trace)? {
        if let schedule = model.verdict?.schedule, let trace = try? TraceReader.read(path: schedule.path) {
            return ("a schedule of \(schedule.function)() \(schedule.showsRaceOnly ? "with the data race" : "that fails")", trace)
        }
        guard let path = model.verdict?.trace, let trace = try? TraceReader.read(path: path) else { return nil }
        return ("the run", trace)
    }

    // MARK: Texts

    private static func texts(_ exercise: Exercise, _ setup: LearnerSetup) throws -> LearnerModel.Texts {
        let folder = ExerciseFolder(exercise, in: setup.home)
        return LearnerModel.Texts(
            file: setup.shownPath(folder.ownPath), task: Invocation.own.adapted(try folder.task()),
            hints: try folder.hints().map { Invocation.own.adapted($0) })
    }

    private static func listed(_ exercise: Exercise, _ home: String) -> LearnerModel.Listed {
        let progress = (try? Progress.of(exercise, in: home)) ?? .notStarted
        let work = Progress.work(on: exercise, in: home)
        func points(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
        var passed = work.solved != nil
        let words: String
        switch progress {
        case .graded(let won, let most, let isPassed):
            passed = passed || isPassed
            words = "\(isPassed ? "passed" : "not yet"), \(points(won)) of \(points(most)) points; \(work.words)"
        case .edited: words = passed ? "passed before; \(work.words)" : "edited; \(work.words)"
        case .notStarted: words = passed ? "passed before; \(work.words)" : exercise.topic
        }
        return LearnerModel.Listed(name: exercise.name, topic: exercise.topic, state: words, passed: passed)
    }
}
