import System

/// The parameters of a lab: options with ranges, as swift-argument-parser declares them.
public typealias LabParameters = ParsableArguments & Sendable

/// A lab: one situation, run for real in several variants. Each run is drawn and checked against
/// claims.
///
/// A lab's `main.swift` makes one of these and calls `main()`; everything else (options, the run, the timeline, the claims) is done here.
public struct Lab<Parameters: LabParameters>: Sendable {
    /// The name of the command: "lab-barrier".
    public var name: String
    public var title: String
    /// A description of about three lines.
    public var about: String
    public var variants: [Variant<Parameters>]
    public var comparisons: [Comparison<Parameters>]
    /// Suggestions for the next steps, one per line. A command is in back quotes.
    public var next: [String]
    /// Starts other things that the scenarios need, such as a server. It runs once, in the lab's
    /// own process, before the first variant.
    ///
    /// The variants inherit the environment that it sets. An error that it throws ends the lab,
    /// with a message.
    public var prepare: @Sendable (Setting<Parameters>) throws -> Void
    /// Files and folders of the scenario that are staging ("Meeting.swift"). They force threads to
    /// overlap, so that a bug is certain. The timeline and the steps leave out their objects and
    /// waits, unless the learner asks for them (`--staging`).
    public var staging: [String]
    /// The questions after the runs, about what happened there.
    public var afterRun: [RunQuestion]
    /// Other small variants to guess, after a wrong guess.
    public var followUps: [FollowUp<Parameters>]
    /// Forms of the lab's own, which take the place of the page with questions and claims.
    public var ownForms: [OwnForm<Parameters>]
    /// The lab's folder.
    let folder: String

    public init(
        name: String, title: String, about: String, next: [String],
        prepare: @escaping @Sendable (Setting<Parameters>) throws -> Void = { _ in }, comparisons: [Comparison<Parameters>] = [],
        variants: [Variant<Parameters>], afterRun: [RunQuestion] = [], followUps: [FollowUp<Parameters>] = [], staging: [String] = [],
        ownForms: [OwnForm<Parameters>] = [], file: String = #filePath
    ) {
        precondition(
            variants.allSatisfy { variant in variant.fixes.allSatisfy { name in variants.contains { $0.name == name } } },
            "Each name in `fixes` must be the name of a variant.")
        precondition(
            (afterRun.flatMap(\.variants) + followUps.flatMap(\.variants)).allSatisfy { name in variants.contains { $0.name == name } },
            "Each name after `after` must be the name of a variant.")
        precondition(
            Set((variants + followUps.map(\.variant)).map(\.name)).count == variants.count + followUps.count,
            "Variants and follow-ups have different names.")
        self.staging = staging
        self.afterRun = afterRun
        self.followUps = followUps
        self.ownForms = ownForms
        folder = SourcePath.folder(of: file)
        self.name = name
        self.title = title
        self.about = about
        self.variants = variants
        self.comparisons = comparisons
        self.next = next
        self.prepare = prepare
    }

    /// Whether a source file belongs to the staging: `staging` has its path within the scenario, or
    /// a folder that contains it.
    func isStaging(_ file: String) -> Bool {
        for part in ["Scenario", "Explored"] where file.hasPrefix("\(folder)/\(part)/") {
            let path = file.dropFirst(folder.count + part.count + 2)
            return staging.contains { path == $0 || path.hasPrefix("\($0)/") }
        }
        return false
    }
}

/// The paths of sources here: a lab can be in an installation, far from the package that it was built from.
enum SourcePath {
    /// A file or folder of the package.
    static func found(_ path: String) -> String {
        let build = BuildFolder.current
        guard let package = build.package, let installation = build.installation else { return path }
        return installation.found(path, in: package)
    }

    /// The folder of a file.
    static func folder(of file: String) -> String { found(file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") }
}

/// The input of a run: the lab's parameters, and the seed for random choices.
@dynamicMemberLookup
public struct Setting<Parameters: Sendable>: Sendable {
    public var parameters: Parameters
    public var seed: UInt64
    /// A folder for the scenario's database, with the name "database". Both are removed after the run.
    public internal(set) var folder = ""

    public subscript<Value>(dynamicMember path: KeyPath<Parameters, Value>) -> Value { parameters[keyPath: path] }
}
