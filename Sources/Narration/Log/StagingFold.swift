import Trace

/// The lines of a program that a reader looks at.
public struct ShownFiles: Equatable, Sendable {
    /// Some lines of a file.
    public struct Part: Equatable, Sendable, Codable {
        /// The name of the file, without its folders.
        public var file: String
        public var first: Int
        public var last: Int

        public init(file: String, first: Int = 1, last: Int = .max) {
            self.file = file
            self.first = first
            self.last = last
        }
    }
    public var parts: [Part]
    /// The name of everything else: "the lab's staging".
    public var rest: String
    /// The option of the command line that shows it; nil: there is none.
    public var option: String?

    public init(_ parts: [Part], rest: String, option: String? = nil) {
        self.parts = parts
        self.rest = rest
        self.option = option
    }

    /// The lines of a lab that its question is about; nil if it asks about none.
    public static func lab(_ parts: [Part]) -> ShownFiles? {
        parts.isEmpty ? nil : ShownFiles(parts, rest: "the lab's staging", option: "--staging")
    }

    /// The file of an attempt at an exercise, beside the code that tests it; nil for no file.
    public static func attempt(_ file: String?) -> ShownFiles? {
        file.map { ShownFiles([Part(file: $0)], rest: "the test") }
    }
}

/// The sentences, objects and queues of a run that only drive what a reader looks at: the code that starts the threads of a lab, or the test
/// of an exercise. They are folded: one line stands for them.
///
/// The reader looks at some lines. In an explored run, a step belongs to the rest if its line is another one, and if what it is about (a queue, a lock, a
/// group, a variable) is used by none of the reader's lines. A step that races, decides or fails is always shown.
/// In a recorded run, only the groups that the lab itself waits for are folded (`StagingFold+Recorded.swift`).
public struct StagingFold: Sendable {
    /// For each sentence whether it is folded.
    private var sentences: [Bool]
    private(set) var objects: Set<Int> = []
    private(set) var queues: Set<Int> = []
    private(set) var variables: Set<UInt64> = []
    /// The name of the folded part: "the lab's staging".
    public let name: String
    /// The option of the command line that shows it; nil: there is none.
    public let option: String?

    /// The fold of a run; nil if nothing is folded: the run does not use the files, or it is all about them. Linear in the events.
    init?(_ log: StepLog, showing shown: ShownFiles) {
        (name, option) = (shown.rest, shown.option)
        let trace = log.trace, subjects = log.history.subjects
        if trace.origin != .explorer {
            guard shown.option != nil, let parts = Self.recorded(log, beside: shown) else { return nil }
            (sentences, objects) = parts
            return
        }
        var isShown: (Trace.Place.Location) -> Bool = { source in
            shown.parts.contains { $0.file == Self.fileName(source) && $0.first <= source.line && source.line <= $0.last }
        }
        var own = trace.places.map { Self.location($0).map(isShown) }
        if !own.contains(true) {
            // The lines make no step themselves: they call functions that do. Then the code of the main thread is the staging.
            let main = Set(
                trace.events.indices.lazy.filter { trace.lanes.indices.contains(Int(trace.events.lane($0))) }
                    .filter { trace.lanes[Int(trace.events.lane($0))].isMain && shown.option != nil }
                    .compactMap {
                        trace.places.indices.contains(Int(trace.events[$0].place)) ? trace.places[Int(trace.events[$0].place)] : nil
                    }
                    .compactMap(Self.location).map(Self.fileName))
            guard !main.isEmpty else { return nil }
            isShown = { !main.contains(Self.fileName($0)) }
            own = trace.places.map { Self.location($0).map(isShown) }
        }
        guard own.contains(true), own.contains(false) else { return nil }
        /// Whether an event's line is one of the reader's; nil: no line is known.
        func isOwn(_ event: Int) -> Bool? {
            let place = Int(trace.events[event].place)
            if own.indices.contains(place), let known = own[place] { return known }
            guard 10...13 ~= trace.events.kind(event).rawValue else { return nil }
            let item = subjects.subject(of: event)
            return trace.items.indices.contains(item) ? trace.items[item].place.flatMap { own.indices.contains($0) ? own[$0] : nil } : nil
        }
        var used = Subjects()
        for event in trace.events.indices where isOwn(event) == true { used.insert(Subjects(event, trace, subjects)) }
        if used.isEmpty { return nil }
        let racing = Set(trace.values.lazy.filter { trace.meanings[$0.time] != nil }.map(\.variable))
        sentences = (0..<log.count).map { index in
            let event = log.event(of: index)
            guard trace.events.indices.contains(event) else {
                return log[index].source.map { $0.line > 0 && !isShown($0) } ?? false
            }
            guard isOwn(event) != true, trace.meanings[trace.events.time(event)] == nil else { return false }
            let about = Subjects(event, trace, subjects)
            if !about.variables.isDisjoint(with: racing) { return false }
            // Without a line and without a subject nothing says that it is about something else.
            if about.isEmpty { return isOwn(event) == false && trace.events.kind(event) != .note }
            return about.isDisjoint(with: used)
        }
        guard sentences.contains(true), sentences.contains(false) else { return nil }
        objects = Set(trace.objects.indices).subtracting(used.objects)
        queues = Set(trace.queues.indices).subtracting(used.queues)
        variables = Set(trace.values.map(\.variable)).subtracting(used.variables).subtracting(racing)
    }

    public func isFolded(_ sentence: Int) -> Bool { sentences.indices.contains(sentence) && sentences[sentence] }

    /// The folded sentences around one, without it: the largest range in which all others are folded.
    public func stretch(around sentence: Int) -> Range<Int> {
        var first = sentence, last = sentence + 1
        while isFolded(first - 1) { first -= 1 }
        while isFolded(last) { last += 1 }
        return first..<last
    }

    /// How many sentences are folded.
    public var count: Int { sentences.count { $0 } }

    /// "⋯ 6 steps of the lab's staging".
    public func words(_ count: Int, isASCII: Bool = false) -> String {
        "\(isASCII ? "..." : "⋯") \(count) \(count == 1 ? "step" : "steps") of \(name)"
    }

    /// Whether a value of the program belongs to the folded part.
    public func hides(_ value: ProgramMoment.Value) -> Bool {
        value.object.map(objects.contains) ?? value.variable.map(variables.contains) ?? false
    }

    static func location(_ place: Trace.Place) -> Trace.Place.Location? {
        [place.call, place.closure].compactMap(\.self).first { $0.line > 0 && !$0.file.isEmpty }
    }

    static func fileName(_ source: Trace.Place.Location) -> String { source.file.split(separator: "/").last.map(String.init) ?? "" }

    /// The things that an event is about.
    private struct Subjects {
        var objects: Set<Int> = []
        var queues: Set<Int> = []
        var variables: Set<UInt64> = []

        init() {}

        init(_ event: Int, _ trace: Trace, _ subjects: EventSubjects) {
            let kind = trace.events.kind(event).rawValue, subject = subjects.subject(of: event), partner = subjects.partner(of: event)
            switch kind {
            case 10...13, 70...76:
                if trace.items.indices.contains(subject) { queues = [trace.items.queue(subject)] }
            case 20...26:
                if subject >= 0 { queues = [subject] }
            case 30...31:
                guard trace.waits.indices.contains(partner) else { break }
                let wait = trace.waits[partner]
                if let object = wait.object { objects = [object] }
                if let item = wait.awaitedItem, trace.items.indices.contains(item) { queues = [trace.items.queue(item)] }
            case 40...62:
                if subject >= 0 { objects = [subject] }
            case 100...102:
                variables = [trace.value(at: trace.events.time(event))?.variable ?? trace.events[event].object]
            default: break
            }
        }

        var isEmpty: Bool { objects.isEmpty && queues.isEmpty && variables.isEmpty }

        mutating func insert(_ other: Subjects) {
            objects.formUnion(other.objects)
            queues.formUnion(other.queues)
            variables.formUnion(other.variables)
        }

        func isDisjoint(with other: Subjects) -> Bool {
            objects.isDisjoint(with: other.objects) && queues.isDisjoint(with: other.queues) && variables.isDisjoint(with: other.variables)
        }
    }
}
