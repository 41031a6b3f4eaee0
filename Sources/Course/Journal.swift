/// A learner's last labs, exercises and verdicts, the newest first.
public struct Journal: Codable, Equatable, Sendable {
    /// One thing that was seen.
    public struct Entry: Codable, Equatable, Sendable {
        public enum Kind: String, Codable, Sendable { case lab, exercise, verdict }

        public var kind: Kind
        /// A lab's name without "lab-", an exercise's name, or the subject of a verdict: files as they were given, an exercise, a lab.
        public var name: String
        /// A lab's variant.
        public var variant: String?
        /// The lab's variant to go on with; nil: none.
        public var next: String?
        /// The last variant of the lab was seen.
        public var isFinished: Bool?
        /// For a verdict: the command of `interleave` that shows its schedule.
        public var command: [String]?
        /// For a verdict: the folder to which its files are relative.
        public var folder: String?
        /// The verdict's first line.
        public var sentence: String?
        /// Seconds since 1970; `JournalFile` sets it.
        public var date = 0

        public init(lab: String, variant: String, next: String?, isFinished: Bool) {
            kind = .lab
            name = lab.hasPrefix("lab-") ? String(lab.dropFirst(4)) : lab
            (self.variant, self.next, self.isFinished) = (variant, next, isFinished)
        }

        public init(exercise: String) { (kind, name) = (.exercise, exercise) }

        /// - Parameters:
        ///   - command: the command of `interleave` that shows it again, such as `replay` and its arguments.
        ///   - folder: the current folder.
        public init(verdictOn subject: String, command: [String], folder: String, sentence: String) {
            (kind, name) = (.verdict, subject)
            (self.command, self.folder, self.sentence) = (command, folder, sentence)
        }

        /// Whether both are about the same thing, so that only the newer one is kept.
        func isAbout(_ other: Entry) -> Bool { kind == other.kind && name == other.name && folder == other.folder }
    }

    /// The most entries of a kind: the journal stays small.
    static let most = 60

    public var version = 1
    public var entries: [Entry] = []

    public init() {}

    /// Puts an entry first. An older one about the same thing goes, and so do the oldest ones.
    public mutating func add(_ entry: Entry) {
        var entry = entry
        if let known = entries.first(where: { $0.isAbout(entry) }), entry.kind == .lab, known.isFinished == true { entry.isFinished = true }
        // Texts of any length are in the file only in part.
        entry.sentence = entry.sentence.map { String($0.prefix(300)) }
        entries.removeAll { $0.isAbout(entry) }
        entries.insert(entry, at: 0)
        var counts: [Entry.Kind: Int] = [:]
        entries = entries.filter { entry in
            counts[entry.kind, default: 0] += 1
            return counts[entry.kind, default: 0] <= Self.most
        }
    }

    public var verdicts: [Entry] { entries.filter { $0.kind == .verdict } }

    /// The newest entry about a lab.
    public func lab(_ name: String) -> Entry? { entries.first { $0.kind == .lab && $0.name == name } }
}
