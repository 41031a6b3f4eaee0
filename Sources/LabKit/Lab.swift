/// What a lab lets its learners turn: options with ranges, as swift-argument-parser declares them.
public typealias LabParameters = ParsableArguments & Sendable

/// A lab: one situation, run for real in several variants, drawn, and measured against what is claimed of it.
///
/// A lab's `main.swift` makes one of these and calls `main()`; everything else (options, the run, the timeline, the claims) is done here.
public struct Lab<Parameters: LabParameters>: Sendable {
    /// As it is run: "lab-barrier".
    public var name: String
    public var title: String
    /// What is about to happen, in about three lines.
    public var about: String
    /// What the learner is asked before a variant runs, by the variant's name; a variant that has nothing to ask is left out.
    public var predictions: [String: Prediction]
    public var variants: [Variant<Parameters>]
    public var comparisons: [Comparison<Parameters>]
    /// What to try next, a line each; a command stands in back quotes.
    public var next: [String]
    /// Starts what the scenarios need beside them, such as a server; it runs once, in the lab's own process, before the first variant.
    ///
    /// What it puts into the environment, the variants find in theirs. An error that it throws is told to the learner, and ends the lab.
    public var prepare: @Sendable (Setting<Parameters>) throws -> Void
    /// What is known of the variants' interleavings, or why they cannot be explored.
    ///
    /// Each that can be is a function of the variant's name in `Explored.swift` beside the lab's `main.swift`, compiled with the lab's scenario.
    /// A file in the folder `Explored` stands in for the scenario's file of the same name: for what is real input and output, or real time.
    public var explored: [String: Explored]
    /// Files and folders of the lab's scenario that are staging: they make certain what would otherwise be luck, and are no part of what
    /// is to be seen ("Meeting.swift"). The timeline and the steps leave out what they make and wait for, unless it is asked for.
    public var staging: [String]
    /// The lab's folder.
    let folder: String

    public init(
        name: String, title: String, about: String, predictions: [String: Prediction], next: [String],
        prepare: @escaping @Sendable (Setting<Parameters>) throws -> Void = { _ in }, comparisons: [Comparison<Parameters>] = [],
        variants: [Variant<Parameters>], explored: [String: Explored] = [:], staging: [String] = [], file: String = #filePath
    ) {
        precondition(
            predictions.keys.allSatisfy { name in variants.contains { $0.name == name } }, "A prediction is about one of the variants.")
        precondition(
            variants.allSatisfy { variant in variant.fixes.allSatisfy { name in variants.contains { $0.name == name } } },
            "A variant mends another of the variants.")
        self.explored = explored
        self.staging = staging
        folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        self.name = name
        self.title = title
        self.about = about
        self.predictions = predictions
        self.variants = variants
        self.comparisons = comparisons
        self.next = next
        self.prepare = prepare
    }

    /// Whether a source file belongs to the staging: its path within the scenario is one that was named, or lies in such a folder.
    func isStaging(_ file: String) -> Bool {
        for part in ["Scenario", "Explored"] where file.hasPrefix("\(folder)/\(part)/") {
            let path = file.dropFirst(folder.count + part.count + 2)
            return staging.contains { path == $0 || path.hasPrefix("\($0)/") }
        }
        return false
    }
}

/// A question asked before a variant runs, and answered after it.
public struct Prediction: Sendable {
    public var question: String
    public var choices: [String]
    /// Index into `choices`.
    public var answer: Int
    /// What happened, and why.
    public var reason: String

    public init(_ question: String, choices: [String], answer: Int, because reason: String) {
        precondition(choices.indices.contains(answer), "The answer of a prediction is the index of one of its choices.")
        self.question = question
        self.choices = choices
        self.answer = answer
        self.reason = reason
    }
}

/// What a run is given: the lab's parameters as the learner set them, and the seed of everything that is drawn by lot.
@dynamicMemberLookup
public struct Setting<Parameters: Sendable>: Sendable {
    public var parameters: Parameters
    public var seed: UInt64

    public subscript<Value>(dynamicMember path: KeyPath<Parameters, Value>) -> Value { parameters[keyPath: path] }
}
